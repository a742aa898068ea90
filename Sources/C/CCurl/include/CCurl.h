#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

/// What came of a request: the status of HTTP, and as much of the answer as there was room for.
typedef struct {
  long status;
  unsigned char *answer;
  size_t capacity;
  size_t length;
  /// Whether the answer was longer than there was room for.
  int is_too_long;
} hyzer_curl_exchange;

/// Posts a body to an address, and waits for the answer; follows no redirection.
///
/// @return Whether an answer came whole, or was too long.
int hyzer_curl_post(const char *address, const char *first_header, const char *second_header, const void *body,
                    size_t length, long milliseconds, hyzer_curl_exchange *exchange);

#endif
