// What servers and clients share: WebSockets at either end, with the messages that wait to be sent and the one
// that is being put together.

#ifndef HYZER_CONNECTION_H
#define HYZER_CONNECTION_H

#include <libwebsockets.h>

#include "CWebSockets.h"

struct message {
  struct message *next;
  size_t count;
  int is_binary;
  uint8_t bytes[];  // From LWS_PRE on.
};

// Of a server's, libwebsockets clears the memory before the first call and frees it after the last.
struct hyzer_connection {
  struct lws *wsi;
  hyzer_server *server;
  hyzer_client *client;
  size_t longest_message, most_unsent;
  // Returns 0, or the code of RFC 6455 by which the connection ends.
  unsigned int (*received)(hyzer_connection *, int is_binary);
  void (*drained)(hyzer_connection *);
  // What is read: a message, or a request's body.
  uint8_t *input;
  size_t input_count, input_capacity;
  // Messages to be sent, the first first.
  struct message *first, *last;
  size_t unsent;
  int is_open, is_doomed;
  unsigned int close_code;
  // A server's: the request that is being read or answered.
  char *texts[9];
  // The answer: its headers from LWS_PRE on, and its body.
  uint8_t *headers, *headers_end;
  uint8_t *output;
  size_t output_count, output_sent;
  int is_head, is_answered, is_complete;
  // Whether its body may be as long as an upload.
  int is_upload;
  lws_usec_t began;
  int64_t number;
  // Of a server's WebSockets, those before and after it, and when it gave a sign.
  hyzer_connection *previous, *next;
  lws_usec_t heard;
  // Whether a ping is to be sent, or was since then.
  int wants_ping, is_pinged;
};

// Adds to what is read; returns -1 where it is too long or there is no memory.
int hyzer_keep_input(hyzer_connection *, const void *bytes, size_t count, size_t longest);

// Takes a piece of a message; returns 0, or the code by which the connection ends.
unsigned int hyzer_receive(hyzer_connection *, const void *bytes, size_t count);

// Sends what is next; returns what the callback is to return.
int hyzer_write_message(hyzer_connection *);

void hyzer_free_messages(hyzer_connection *);

// Makes a context of libwebsockets, one at a time: it sets variables of the whole process.
struct lws_context *hyzer_create_context(struct lws_context_creation_info *);

// The first error that libwebsockets logged on this thread since a context was made on it; empty for none.
const char *hyzer_first_error(void);

#endif
