#include "CCurl.h"

#include <curl/curl.h>
#include <string.h>

static size_t take(char *bytes, size_t size, size_t count, void *context) {
  hyzer_curl_exchange *exchange = context;
  size_t length = size * count;
  if (length > exchange->capacity - exchange->length) {
    exchange->is_too_long = 1;
    return 0;
  }
  memcpy(exchange->answer + exchange->length, bytes, length);
  exchange->length += length;
  return length;
}

int hyzer_curl_post(const char *address, const char *first_header, const char *second_header, const void *body,
                    size_t length, long milliseconds, hyzer_curl_exchange *exchange) {
  // Done once, however often it is called.
  if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return 0;
  CURL *handle = curl_easy_init();
  if (!handle) return 0;
  struct curl_slist *list = NULL;
  int is_complete = 1;
  // The last keeps curl from waiting for leave to send the body.
  const char *headers[] = {first_header, second_header, "Expect:"};
  for (size_t index = 0; index < 3; index++) {
    struct curl_slist *longer = curl_slist_append(list, headers[index]);
    if (longer) list = longer;
    else is_complete = 0;
  }
  CURLcode status = CURLE_OK;
#define SET(option, value) \
  if (status == CURLE_OK) status = curl_easy_setopt(handle, option, value)
  SET(CURLOPT_URL, address);
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  // The environment names no proxy for it: who reads the photo is what somebody chose.
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_TIMEOUT_MS, milliseconds);
  SET(CURLOPT_HTTPHEADER, list);
  SET(CURLOPT_POST, 1L);
  SET(CURLOPT_POSTFIELDS, body);
  SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length);
  SET(CURLOPT_WRITEFUNCTION, take);
  SET(CURLOPT_WRITEDATA, exchange);
#undef SET
  if (status == CURLE_OK && is_complete) status = curl_easy_perform(handle);
  if (status == CURLE_OK || exchange->is_too_long) {
    is_complete = is_complete && curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &exchange->status) == CURLE_OK;
  } else {
    is_complete = 0;
  }
  curl_slist_free_all(list);
  curl_easy_cleanup(handle);
  return is_complete;
}
