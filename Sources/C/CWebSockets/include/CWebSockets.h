#ifndef HYZER_CWEBSOCKETS_H
#define HYZER_CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

// libwebsockets reports all that happens by one callback with many reasons. Here each of the few things
// that a server of requests and messages has to know is a call of its own. All calls but
// hyzer_server_wake belong to the thread that runs the server.

#pragma clang assume_nonnull begin

typedef struct hyzer_server hyzer_server;

// A connection: one request at a time, or a WebSocket. Valid from the call that brings it to
// the return of `closed`, or, for a request, of `requested`.
typedef struct hyzer_connection hyzer_connection;

// What a request says; texts that it does not have are empty. Valid during the call.
typedef struct {
  const char *method, *path, *query;
  const char *host, *origin, *cookie, *authorization, *encodings;
  const char *address;
  const uint8_t *_Nullable body;
  size_t body_count;
} hyzer_request;

typedef struct {
  void *owner;
  // To be answered by hyzer_answer before it returns.
  void (*requested)(void *owner, hyzer_connection *, const hyzer_request *);
  // Whether a WebSocket may be opened: 0, or the status of the refusal.
  int (*upgrading)(void *owner, const hyzer_request *);
  void (*opened)(void *owner, hyzer_connection *, const hyzer_request *);
  void (*received)(void *owner, hyzer_connection *, const uint8_t *_Nullable, size_t, int is_binary);
  // All messages of a WebSocket are sent.
  void (*drained)(void *owner, hyzer_connection *);
  void (*closed)(void *owner, hyzer_connection *);
  // After hyzer_server_wake, and when the time of hyzer_server_set_alarm has come.
  void (*woken)(void *owner);
} hyzer_handlers;

typedef struct {
  // The address to bind, or NULL for all.
  const char *_Nullable address;
  int port;
  // Files in PEM form, or NULL for plain HTTP.
  const char *_Nullable certificate, *_Nullable key;
  // The name of the WebSocket subprotocol.
  const char *_Nullable subprotocol;
  // What is longer is refused.
  size_t longest_body, longest_message;
  // A WebSocket with more to send is closed: its reader is too slow.
  size_t most_unsent;
  unsigned int most_connections;
  // So many may have opened no WebSocket, in all and of one address (of IPv6: of one network). One more takes
  // the place of the one that has been quiet for longest, of its address or of the one with the most. Of all
  // connections half are left to WebSockets.
  unsigned int most_strangers, most_strangers_of_address;
  // After so long without a sign a WebSocket is sent a ping, and closed.
  uint16_t ping_seconds, hangup_seconds;
  // A request that takes longer to come is dropped.
  uint16_t request_seconds;
} hyzer_settings;

// Starts to listen; NULL where that fails, with the reason.
hyzer_server *_Nullable hyzer_server_create(
    const hyzer_settings *, const hyzer_handlers *, char *reason, size_t reason_size);

int hyzer_server_port(const hyzer_server *);

// Waits for what happens next, and deals with it. Negative once the server cannot go on.
int hyzer_server_service(hyzer_server *);

// Has `woken` called soon; from any thread.
void hyzer_server_wake(hyzer_server *);

// Has `woken` called after so many microseconds; takes the place of an earlier alarm.
void hyzer_server_set_alarm(hyzer_server *, int64_t microseconds);

// Closes all connections and frees the server.
void hyzer_server_destroy(hyzer_server *);

// Begins the answer to a request.
void hyzer_answer_begin(hyzer_connection *, unsigned int status);
void hyzer_answer_header(hyzer_connection *, const char *name, const char *value);
// Ends it. The bytes are copied.
void hyzer_answer_end(hyzer_connection *, const uint8_t *_Nullable body, size_t count);

// Counts the WebSockets of the server from 1 on; 0 for a request.
int64_t hyzer_connection_number(const hyzer_connection *);

// Sends a message. The bytes are copied. Non-zero where the connection is being closed.
int hyzer_send(hyzer_connection *, const uint8_t *_Nullable, size_t, int is_binary);

// How many bytes of messages wait.
size_t hyzer_unsent(const hyzer_connection *);

// Closes a WebSocket when what is to be sent is sent.
void hyzer_close(hyzer_connection *, unsigned int code);

#pragma clang assume_nonnull end

#endif
