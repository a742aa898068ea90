#ifndef HYZER_CWEBSOCKETS_H
#define HYZER_CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

// libwebsockets reports all that happens by one callback with many reasons. Here each of the few things
// that a server of requests and messages, or a client, has to know is a call of its own. All calls but
// hyzer_server_wake and hyzer_client_wake belong to the thread that runs the server or the client.

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
  // A path at which bodies may be so much longer, or NULL; so many at once.
  const char *_Nullable upload_path;
  size_t longest_upload;
  unsigned int most_uploads;
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

// Reads the files of the certificate, which are those of the settings, again, for new connections. Returns 0; or
// -1, and changes nothing, where they cannot be used, do not go together or have a key of another kind.
int hyzer_server_renew_certificate(hyzer_server *, const char *certificate, const char *key);

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

// A WebSocket to a server, one at a time.
typedef struct hyzer_client hyzer_client;

typedef enum {
  HYZER_PLAIN,
  // TLS with a certificate by an authority that the system trusts, for the host.
  HYZER_AUTHORITIES,
  // TLS with any certificate of one key.
  HYZER_KEY,
} hyzer_security;

// Where a WebSocket leads. Valid during the call.
typedef struct {
  // A name or an address, of IPv6 without brackets.
  const char *host;
  int port;
  const char *path;
  // Empty for none.
  const char *subprotocol, *authorization;
  hyzer_security security;
  // For HYZER_KEY the SHA-256 of the key's SubjectPublicKeyInfo; with another count no key counts.
  const uint8_t *_Nullable key_digest;
  size_t key_digest_count;
} hyzer_target;

typedef struct {
  void *owner;
  void (*opened)(void *owner);
  // Returns 0, or the code of RFC 6455 by which the WebSocket ends.
  unsigned int (*received)(void *owner, const uint8_t *_Nullable, size_t, int is_binary);
  // All messages are sent.
  void (*drained)(void *owner);
  // The connection has ended, or none came about, by a code or by the status of HTTP of a refusal; both are 0
  // where there is none.
  void (*closed)(void *owner, unsigned int code, int status, const char *reason);
} hyzer_client_handlers;

typedef struct {
  // What is longer ends the WebSocket.
  size_t longest_message;
  // So does more to send: the server is too slow.
  size_t most_unsent;
  // After so long without a sign the server is sent a ping, and the WebSocket closed.
  uint16_t ping_seconds, hangup_seconds;
} hyzer_client_settings;

// NULL where it fails, with the reason. All handlers are called by hyzer_client_connect and
// hyzer_client_service.
hyzer_client *_Nullable hyzer_client_create(
    const hyzer_client_settings *, const hyzer_client_handlers *, char *reason, size_t reason_size);

// Closes what is open, and frees the client. Calls no handler.
void hyzer_client_destroy(hyzer_client *);

// Begins a connection, in place of an earlier one, of which no handler says any more. It waits for the
// system to look up the name. Where no WebSocket is open so many microseconds later, `closed` is called.
void hyzer_client_connect(hyzer_client *, const hyzer_target *, int64_t microseconds);

// Ends a connection at once. Calls no handler.
void hyzer_client_disconnect(hyzer_client *);

// As hyzer_send and hyzer_unsent.
int hyzer_client_send(hyzer_client *, const uint8_t *_Nullable, size_t, int is_binary);
size_t hyzer_client_unsent(const hyzer_client *);

// Waits until a handler was called, also by hyzer_client_connect before, or hyzer_client_wake was, but not
// for more microseconds than so many.
void hyzer_client_service(hyzer_client *, int64_t microseconds);

// Has hyzer_client_service return soon; from any thread.
void hyzer_client_wake(hyzer_client *);

#pragma clang assume_nonnull end

#endif
