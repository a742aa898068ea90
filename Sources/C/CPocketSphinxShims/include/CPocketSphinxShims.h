#ifndef HYZER_POCKETSPHINX_SHIMS_H
#define HYZER_POCKETSPHINX_SHIMS_H

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

#endif
