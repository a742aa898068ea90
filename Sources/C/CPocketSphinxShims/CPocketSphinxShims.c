#define _GNU_SOURCE
#include "CPocketSphinxShims.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
