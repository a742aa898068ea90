#ifndef HYZER_POCKETSPHINX_SHIMS_H
#define HYZER_POCKETSPHINX_SHIMS_H

#include <stdint.h>

// Keeps PocketSphinx's messages off standard error. Swift cannot hand it a variadic callback.
void hyzer_pocketsphinx_capture_log(void);

// Forgets the error that this thread kept.
void hyzer_pocketsphinx_clear_error(void);

// The first error that PocketSphinx reported on this thread since it was cleared; "" for none.
// Valid until the next call into PocketSphinx or this shim on the same thread.
const char *hyzer_pocketsphinx_error(void);

// Opens a new file that is in memory only; -1 where there is no room for it. Glibc declares the call
// only for programs that ask for its extensions.
int hyzer_memory_file(void);

struct ps_decoder_s;

// A search by senone scores, in a thread of its own, while they are written into a file.
typedef struct hyzer_search hyzer_search;

// Starts a search with a decoder, which nobody else uses until the search is finished. Of the file, which may be closed,
// it reads so many bytes of header, and then what comes from the place of the first frame on; nothing yet. NULL where
// there is no memory, descriptor or thread for it.
hyzer_search *hyzer_search_start(
    struct ps_decoder_s *decoder, int file, int64_t header, int64_t first);

// Lets a search read up to a place in its file, counted in bytes from the beginning.
void hyzer_search_offer(hyzer_search *search, int64_t end);

// Waits until a search has come to the place up to which it may read, ends and frees it. Returns what ps_decode_senscr
// returned; an error that was reported is now this thread's.
int hyzer_search_finish(hyzer_search *search);

#endif
