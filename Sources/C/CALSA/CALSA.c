#include "CALSA.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char complaint[256];

static void keep(const char *file, int line, const char *function, int err, const char *format,
                 ...) {
  (void)file;
  (void)line;
  (void)function;
  (void)err;
  if (complaint[0] != '\0') return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(complaint, sizeof complaint, format, arguments);
  va_end(arguments);
  for (char *c = complaint; *c != '\0'; c++) {
    if ((unsigned char)*c < ' ') *c = ' ';
  }
}

void calsa_keep_complaints(void) { snd_lib_error_set_handler(keep); }

void calsa_forget_complaint(void) { complaint[0] = '\0'; }

const char *calsa_complaint(void) { return complaint; }
