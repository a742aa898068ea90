#include "connection.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local char first_error[256];

// The first error names the cause; what follows says only what did not come of it.
static void keep_log(int level, const char *line) {
  if (level != LLL_ERR || first_error[0]) return;
  // Lines begin with a time and a level in brackets.
  const char *text = strstr(line, "] ");
  snprintf(first_error, sizeof first_error, "%s", text ? text + 2 : line);
  char *end = strpbrk(first_error, "\r\n");
  if (end) *end = 0;
}

const char *hyzer_first_error(void) { return first_error; }

struct lws_context *hyzer_create_context(struct lws_context_creation_info *info) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  first_error[0] = 0;
  // A mutex of this kind that is used so fails neither way.
  (void)pthread_mutex_lock(&mutex);
  lws_set_log_level(LLL_ERR, keep_log);
  struct lws_context *context = lws_create_context(info);
  (void)pthread_mutex_unlock(&mutex);
  return context;
}

void hyzer_free_messages(hyzer_connection *c) {
  while (c->first) {
    struct message *next = c->first->next;
    free(c->first);
    c->first = next;
  }
  c->last = NULL;
  c->unsent = 0;
}

int hyzer_keep_input(hyzer_connection *c, const void *bytes, size_t count, size_t longest) {
  // Nothing may be at no address.
  if (count == 0) return 0;
  if (count > longest - c->input_count) return -1;
  if (c->input_count + count > c->input_capacity) {
    size_t capacity = (c->input_count + count) * 2;
    uint8_t *input = realloc(c->input, capacity);
    if (!input) return -1;
    c->input = input;
    c->input_capacity = capacity;
  }
  memcpy(c->input + c->input_count, bytes, count);
  c->input_count += count;
  return 0;
}

unsigned int hyzer_receive(hyzer_connection *c, const void *bytes, size_t count) {
  if (lws_is_first_fragment(c->wsi)) c->input_count = 0;
  if (hyzer_keep_input(c, bytes, count, c->longest_message) != 0)
    return LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE;
  if (!lws_is_final_fragment(c->wsi) || lws_remaining_packet_payload(c->wsi) > 0) return 0;
  unsigned int code = 0;
  if (!c->is_doomed && !c->close_code) code = c->received(c, lws_frame_is_binary(c->wsi));
  c->input_count = 0;
  return code;
}

int hyzer_write_message(hyzer_connection *c) {
  if (c->wants_ping) {
    c->wants_ping = 0;
    uint8_t ping[LWS_PRE + 1] = {0};
    if (lws_write(c->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0) return -1;
    if (c->first || c->close_code) lws_callback_on_writable(c->wsi);
    return 0;
  }
  struct message *message = c->first;
  if (message) {
    c->first = message->next;
    if (!c->first) c->last = NULL;
    c->unsent -= message->count;
    int written = lws_write(
        c->wsi, message->bytes + LWS_PRE, message->count,
        message->is_binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT);
    free(message);
    if (written < 0) return -1;
  }
  if (message && !c->first && !c->close_code && c->is_open && !c->is_doomed) c->drained(c);
  if (c->first) {
    lws_callback_on_writable(c->wsi);
  } else if (c->close_code) {
    if (message) {
      lws_callback_on_writable(c->wsi);
      return 0;
    }
    lws_close_reason(c->wsi, (enum lws_close_status)c->close_code, NULL, 0);
    return -1;
  }
  return 0;
}

int hyzer_send(hyzer_connection *c, const uint8_t *bytes, size_t count, int is_binary) {
  if (!c->is_open || c->is_doomed || c->close_code) return -1;
  struct message *message =
      c->unsent + count > c->most_unsent ? NULL : malloc(sizeof *message + LWS_PRE + count);
  if (!message) {
    c->is_doomed = 1;
    hyzer_free_messages(c);
    // Not at once, since this may be called from a callback of the connection.
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    return -1;
  }
  *message = (struct message){.count = count, .is_binary = is_binary};
  if (count > 0) memcpy(message->bytes + LWS_PRE, bytes, count);
  if (c->last) c->last->next = message;
  else c->first = message;
  c->last = message;
  c->unsent += count;
  lws_callback_on_writable(c->wsi);
  return 0;
}

size_t hyzer_unsent(const hyzer_connection *c) { return c->unsent; }

void hyzer_close(hyzer_connection *c, unsigned int code) {
  if (!c->is_open || c->is_doomed) return;
  c->close_code = code;
  lws_callback_on_writable(c->wsi);
}
