#define _GNU_SOURCE
#include "CPocketSphinxShims.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <sys/mman.h>

static _Thread_local char first_error[512];

static void keep_error(void *user_data, err_lvl_t level, const char *format, ...) {
  (void)user_data;
  if (level < ERR_ERROR || first_error[0] != '\0') return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(first_error, sizeof first_error, format, arguments);
  va_end(arguments);
  first_error[strcspn(first_error, "\n")] = '\0';
}

void hyzer_pocketsphinx_capture_log(void) {
  err_set_logfp(NULL);
  err_set_callback(keep_error, NULL);
}

void hyzer_pocketsphinx_clear_error(void) { first_error[0] = '\0'; }

const char *hyzer_pocketsphinx_error(void) { return first_error; }

int hyzer_memory_file(void) { return memfd_create("hyzer", MFD_CLOEXEC); }

struct hyzer_search {
  ps_decoder_t *decoder;
  int file;
  int64_t header, first;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  // Up to where the file may be read, and whether that is the end of the scores; under the mutex.
  int64_t end;
  bool is_closed;
  // The thread's own, until it is joined.
  int64_t place;
  int frames;
  char error[sizeof first_error];
};

// Waits for something to read; 0 at the end.
static ssize_t read_scores(void *cookie, char *buffer, size_t size) {
  hyzer_search *search = cookie;
  (void)pthread_mutex_lock(&search->mutex);
  while (search->end <= search->place && !search->is_closed)
    (void)pthread_cond_wait(&search->changed, &search->mutex);
  int64_t there = search->end - search->place;
  (void)pthread_mutex_unlock(&search->mutex);
  if (search->place < search->header && there > search->header - search->place)
    there = search->header - search->place;
  if (there <= 0) return 0;
  ssize_t count =
      pread(search->file, buffer, (int64_t)size < there ? size : (size_t)there, search->place);
  if (count > 0) search->place += count;
  if (search->place == search->header) search->place = search->first;
  return count;
}

static void *run_search(void *argument) {
  hyzer_search *search = argument;
  hyzer_pocketsphinx_clear_error();
  FILE *scores = fopencookie(search, "rb", (cookie_io_functions_t){.read = read_scores});
  search->frames = -1;
  if (scores != NULL) {
    // Newer C libraries wait at exit for the lock of every stream, which a read that waits would hold.
    (void)__fsetlocking(scores, FSETLOCKING_BYCALLER);
    search->frames = ps_decode_senscr(search->decoder, scores);
    (void)fclose(scores);  // Only read from: nothing can be lost.
  }
  memcpy(search->error, first_error, sizeof first_error);
  return NULL;
}

// Signals are for the program's own threads.
static int start_thread(hyzer_search *search) {
  sigset_t all, before;
  sigfillset(&all);
  int status = pthread_sigmask(SIG_BLOCK, &all, &before);
  if (status != 0) return status;
  status = pthread_create(&search->thread, NULL, run_search, search);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return status;
}

static void free_search(hyzer_search *search) {
  (void)close(search->file);
  (void)pthread_cond_destroy(&search->changed);
  (void)pthread_mutex_destroy(&search->mutex);
  free(search);
}

hyzer_search *hyzer_search_start(
    ps_decoder_t *decoder, int file, int64_t header, int64_t first) {
  hyzer_search *search = calloc(1, sizeof *search);
  if (search == NULL) return NULL;
  search->decoder = decoder;
  search->file = fcntl(file, F_DUPFD_CLOEXEC, 0);
  search->header = header;
  search->first = first;
  // With the usual attributes neither can fail.
  (void)pthread_mutex_init(&search->mutex, NULL);
  (void)pthread_cond_init(&search->changed, NULL);
  if (search->file < 0 || start_thread(search) != 0) {
    free_search(search);
    return NULL;
  }
  (void)pthread_setname_np(search->thread, "search");
  return search;
}

void hyzer_search_offer(hyzer_search *search, int64_t end) {
  (void)pthread_mutex_lock(&search->mutex);
  search->end = end;
  (void)pthread_cond_signal(&search->changed);
  (void)pthread_mutex_unlock(&search->mutex);
}

int hyzer_search_finish(hyzer_search *search) {
  (void)pthread_mutex_lock(&search->mutex);
  search->is_closed = true;
  (void)pthread_cond_signal(&search->changed);
  (void)pthread_mutex_unlock(&search->mutex);
  (void)pthread_join(search->thread, NULL);
  memcpy(first_error, search->error, sizeof first_error);
  int frames = search->frames;
  free_search(search);
  return frames;
}
