#include "connection.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { METHOD, PATH, QUERY, HOST, ORIGIN, COOKIE, AUTHORIZATION, ENCODINGS, ADDRESS };

// Chosen: room for the headers of an answer.
enum { HEADERS_SIZE = 4096, CHUNK = 16384 };

// A connection without a WebSocket, so that nobody knows whose it is.
struct stranger {
  struct stranger *next;
  struct lws *wsi;
  struct in6_addr network;
  int is_leaving;
};

struct hyzer_server {
  struct lws_context *context;
  // The one that has been quiet for longest first.
  struct stranger *strangers;
  hyzer_connection *sockets;
  unsigned int socket_count;
  struct lws_vhost *host;
  // As OpenSSL numbers them; of the certificate that is shown.
  int kind_of_key;
  hyzer_handlers handlers;
  hyzer_settings settings;
  char subprotocol[32];
  char upload_path[64];
  // How many uploads are being read or answered.
  unsigned int uploads;
  int64_t opened;
  atomic_int is_rung;
  struct lws_protocols protocols[3];
  // Empty: libwebsockets keeps a timer for each connection in one sorted list.
  lws_retry_bo_t idle;
  // They wrap timers so that their callbacks find the server.
  struct alarm {
    lws_sorted_usec_list_t list;
    hyzer_server *server;
  } alarm, pings;
};

static void free_request(hyzer_connection *c) {
  for (size_t i = 0; i < sizeof c->texts / sizeof *c->texts; i++) {
    free(c->texts[i]);
    c->texts[i] = NULL;
  }
  free(c->input);
  free(c->headers);
  free(c->output);
  c->input = c->headers = c->headers_end = c->output = NULL;
  c->input_count = c->input_capacity = c->output_count = c->output_sent = 0;
  c->is_head = c->is_answered = c->is_complete = 0;
  if (c->is_upload) c->server->uploads--;
  c->is_upload = 0;
}

static char *header(struct lws *wsi, enum lws_token_indexes token) {
  int length = lws_hdr_total_length(wsi, token);
  char *text = calloc(1, (size_t)(length > 0 ? length : 0) + 1);
  if (text && length > 0 && lws_hdr_copy(wsi, text, length + 1, token) < 0) *text = 0;
  return text;
}

// Keeps what a request says, since its headers are gone when its body is there. Returns 0, or -1 where
// there is no memory.
static int keep_request(hyzer_connection *c, struct lws *wsi, const char *path) {
  free_request(c);
  static const struct {
    enum lws_token_indexes token;
    const char *method;
  } methods[] = {
      {WSI_TOKEN_GET_URI, "GET"},     {WSI_TOKEN_POST_URI, "POST"},
      {WSI_TOKEN_HEAD_URI, "HEAD"},   {WSI_TOKEN_PUT_URI, "PUT"},
      {WSI_TOKEN_PATCH_URI, "PATCH"}, {WSI_TOKEN_DELETE_URI, "DELETE"},
      {WSI_TOKEN_OPTIONS_URI, "OPTIONS"},
  };
  const char *method = "";
  char *target = NULL;
  for (size_t i = 0; i < sizeof methods / sizeof *methods && !*method; i++) {
    if (lws_hdr_total_length(wsi, methods[i].token) <= 0) continue;
    method = methods[i].method;
    target = header(wsi, methods[i].token);
  }
  c->is_head = strcmp(method, "HEAD") == 0;
  c->began = lws_now_usecs();
  c->texts[METHOD] = strdup(method);
  c->texts[PATH] = path ? strdup(path) : strdup(target ? target : "");
  free(target);
  c->texts[QUERY] = header(wsi, WSI_TOKEN_HTTP_URI_ARGS);
  c->texts[HOST] = header(wsi, WSI_TOKEN_HOST);
  c->texts[ORIGIN] = header(wsi, WSI_TOKEN_ORIGIN);
  c->texts[COOKIE] = header(wsi, WSI_TOKEN_HTTP_COOKIE);
  c->texts[AUTHORIZATION] = header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION);
  c->texts[ENCODINGS] = header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
  char address[64] = "";
  lws_get_peer_simple(wsi, address, sizeof address);
  c->texts[ADDRESS] = strdup(address);
  for (size_t i = 0; i < sizeof c->texts / sizeof *c->texts; i++)
    if (!c->texts[i]) return -1;
  return 0;
}

static hyzer_request request(const hyzer_connection *c) {
  return (hyzer_request){
      .method = c->texts[METHOD],
      .path = c->texts[PATH],
      .query = c->texts[QUERY],
      .host = c->texts[HOST],
      .origin = c->texts[ORIGIN],
      .cookie = c->texts[COOKIE],
      .authorization = c->texts[AUTHORIZATION],
      .encodings = c->texts[ENCODINGS],
      .address = c->texts[ADDRESS],
      .body = c->input,
      .body_count = c->input_count,
  };
}

// Returns whose connection one is: the address of IPv4, or the network of IPv6.
static struct in6_addr network(struct lws *wsi) {
  struct in6_addr network = {0};
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&peer, &size) != 0) return network;
  if (peer.ss_family == AF_INET) {
    network.s6_addr[10] = network.s6_addr[11] = 0xFF;
    memcpy(network.s6_addr + 12, &((struct sockaddr_in *)&peer)->sin_addr, 4);
  } else if (peer.ss_family == AF_INET6) {
    network = ((struct sockaddr_in6 *)&peer)->sin6_addr;
    if (!IN6_IS_ADDR_V4MAPPED(&network)) memset(network.s6_addr + 8, 0, 8);
  }
  return network;
}

// Takes a connection out of the strangers; NULL where it is none.
static struct stranger *take_stranger(hyzer_server *server, struct lws *wsi) {
  for (struct stranger **s = &server->strangers; *s; s = &(*s)->next) {
    struct stranger *found = *s;
    if (found->wsi != wsi) continue;
    *s = found->next;
    found->next = NULL;
    return found;
  }
  return NULL;
}

static void put_last(hyzer_server *server, struct stranger *stranger) {
  struct stranger **s = &server->strangers;
  while (*s) s = &(*s)->next;
  *s = stranger;
}

static unsigned int group(const struct in6_addr *network) {
  unsigned int hash = 2166136261u;
  for (size_t i = 0; i < sizeof network->s6_addr; i++) hash = (hash ^ network->s6_addr[i]) * 16777619u;
  return hash >> 24;
}

// Keeps the strangers few when one has come; returns -1 where there is no memory.
static int meet(hyzer_server *server, struct lws *wsi) {
  struct stranger *stranger = calloc(1, sizeof *stranger);
  if (!stranger) return -1;
  stranger->wsi = wsi;
  stranger->network = network(wsi);
  put_last(server, stranger);
  // Addresses are counted in groups, of which the largest gives way: who has few connections keeps them.
  unsigned int all = 0, same = 0, counts[256] = {0}, largest = 0;
  for (struct stranger *s = server->strangers; s; s = s->next) {
    if (s->is_leaving) continue;
    all++;
    if (memcmp(&s->network, &stranger->network, sizeof s->network) == 0) same++;
    unsigned int count = ++counts[group(&s->network)];
    if (count > counts[largest]) largest = group(&s->network);
  }
  if (all + server->socket_count > server->settings.most_connections) {
    stranger->is_leaving = 1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    return 0;
  }
  int is_own = same > server->settings.most_strangers_of_address;
  if (!is_own && all <= server->settings.most_strangers) return 0;
  for (struct stranger *s = server->strangers; s; s = s->next) {
    int is_meant = is_own ? memcmp(&s->network, &stranger->network, sizeof s->network) == 0
                          : group(&s->network) == largest;
    if (s->is_leaving || !is_meant) continue;
    s->is_leaving = 1;
    // Not at once, since this is called from a callback.
    lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    break;
  }
  return 0;
}

static void forget(hyzer_server *server, struct lws *wsi) { free(take_stranger(server, wsi)); }

// Notes that a stranger says or is told something; returns -1 where it has had to leave.
static int hear_of(hyzer_server *server, struct lws *wsi) {
  struct stranger *stranger = take_stranger(server, wsi);
  if (!stranger) return 0;
  put_last(server, stranger);
  return stranger->is_leaving ? -1 : 0;
}

static void hear(hyzer_connection *c) {
  c->heard = lws_now_usecs();
  c->is_pinged = 0;
}

static void add_socket(hyzer_connection *c) {
  hyzer_server *server = c->server;
  hear(c);
  c->next = server->sockets;
  if (c->next) c->next->previous = c;
  server->sockets = c;
  server->socket_count++;
}

static void remove_socket(hyzer_connection *c) {
  if (c->previous) c->previous->next = c->next;
  else c->server->sockets = c->next;
  if (c->next) c->next->previous = c->previous;
  c->previous = c->next = NULL;
  c->server->socket_count--;
}

// Chosen: who is quiet is pinged, and closed, late by a quarter of the time at most.
static lws_usec_t ping_interval(const hyzer_server *server) {
  return server->settings.ping_seconds * LWS_US_PER_SEC / 4;
}

// Has the request answered; returns what the callback is to return.
static int answer(hyzer_connection *c) {
  hyzer_request asked = request(c);
  c->server->handlers.requested(c->server->handlers.owner, c, &asked);
  return c->is_answered ? 0 : -1;
}

static size_t longest_body(const hyzer_connection *c) {
  const hyzer_settings *settings = &c->server->settings;
  return c->is_upload ? settings->longest_upload : settings->longest_body;
}

static int begin_request(hyzer_connection *c, struct lws *wsi, const char *path) {
  if (keep_request(c, wsi, path) != 0) return -1;
  // libwebsockets reads no bodies in chunks, and waits for what never comes.
  if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0) {
    lws_return_http_status(wsi, HTTP_STATUS_LENGTH_REQUIRED, NULL);
    return -1;
  }
  char text[24] = "";
  lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
  unsigned long long count = strtoull(text, NULL, 10);
  hyzer_server *server = c->server;
  if (count > server->settings.longest_body && *server->upload_path &&
      strcmp(c->texts[PATH], server->upload_path) == 0) {
    if (server->uploads >= server->settings.most_uploads) {
      lws_return_http_status(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL);
      return -1;
    }
    server->uploads++;
    c->is_upload = 1;
  }
  if (count > longest_body(c)) {
    lws_return_http_status(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, NULL);
    return -1;
  }
  return count > 0 ? 0 : answer(c);
}

static int write_answer(hyzer_connection *c, struct lws *wsi) {
  if (c->headers) {
    uint8_t *start = c->headers + LWS_PRE;
    int is_whole = c->output_count == 0;
    int written = lws_write(
        wsi, start, (size_t)(c->headers_end - start),
        LWS_WRITE_HTTP_HEADERS);
    free(c->headers);
    c->headers = NULL;
    if (written < 0) return -1;
    if (!is_whole) {
      lws_callback_on_writable(wsi);
      return 0;
    }
  } else if (c->output) {
    size_t left = c->output_count - c->output_sent;
    size_t count = left < CHUNK ? left : CHUNK;
    // What stands before the chunk is sent already, so that libwebsockets may write there.
    uint8_t *start = c->output + LWS_PRE + c->output_sent;
    if (lws_write(wsi, start, count, count == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
      return -1;
    c->output_sent += count;
    if (count < left) {
      lws_callback_on_writable(wsi);
      return 0;
    }
  } else {
    return 0;
  }
  free_request(c);
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static unsigned int received(hyzer_connection *c, int is_binary) {
  hyzer_handlers *handlers = &c->server->handlers;
  handlers->received(handlers->owner, c, c->input, c->input_count, is_binary);
  return 0;
}

static void drained(hyzer_connection *c) {
  c->server->handlers.drained(c->server->handlers.owner, c);
}

// Answers by hand, since libwebsockets does not know the request's version yet.
static int refuse_upgrade(struct lws *wsi, int status) {
  uint8_t buffer[LWS_PRE + 128];
  int count = snprintf(
      (char *)buffer + LWS_PRE, sizeof buffer - LWS_PRE,
      "HTTP/1.1 %d Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", status);
  // The connection ends in any case.
  (void)lws_write(wsi, buffer + LWS_PRE, (size_t)count, LWS_WRITE_HTTP_HEADERS);
  return -1;
}

static int callback(
    struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t count) {
  hyzer_connection *c = user;
  hyzer_server *server = lws_get_context(wsi) ? lws_context_user(lws_get_context(wsi)) : NULL;
  if (!server) return 0;
  if (c && !c->server) {
    c->server = server;
    c->wsi = wsi;
    c->longest_message = server->settings.longest_message;
    c->most_unsent = server->settings.most_unsent;
    c->received = received;
    c->drained = drained;
  }
  switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
      // libwebsockets says so of each protocol, and at each connection too.
      if (atomic_exchange(&server->is_rung, 0)) server->handlers.woken(server->handlers.owner);
      return 0;
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return meet(server, wsi);
    case LWS_CALLBACK_WSI_DESTROY: forget(server, wsi); return 0;
    case LWS_CALLBACK_HTTP:
      return c && hear_of(server, wsi) == 0 ? begin_request(c, wsi, in) : -1;
    case LWS_CALLBACK_HTTP_BODY:
      if (!c || !c->texts[METHOD]) return -1;
      // libwebsockets waits anew after each byte.
      if (lws_now_usecs() - c->began > server->settings.request_seconds * LWS_US_PER_SEC) return -1;
      if (hyzer_keep_input(c, in, count, longest_body(c)) == 0) return 0;
      lws_return_http_status(wsi, HTTP_STATUS_REQ_ENTITY_TOO_LARGE, NULL);
      return -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
      if (!c || !c->texts[METHOD]) return -1;
      // Where bytes came behind the body, libwebsockets says this again before the answer is sent, and says
      // nothing else for ever where two connections have such bytes. No browser sends them.
      if (c->is_complete) return -1;
      c->is_complete = 1;
      return c->is_answered ? 0 : answer(c);
    case LWS_CALLBACK_HTTP_WRITEABLE:
      return c && hear_of(server, wsi) == 0 ? write_answer(c, wsi) : -1;
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
      if (c) free_request(c);
      return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: {
      // Anybody could ask for HTTP/2 so; see below.
      if (!in || strcasecmp(in, "websocket") != 0)
        return refuse_upgrade(wsi, HTTP_STATUS_NOT_IMPLEMENTED);
      hyzer_connection asking = {.server = server, .wsi = wsi};
      int status = HTTP_STATUS_INTERNAL_SERVER_ERROR;
      if (keep_request(&asking, wsi, NULL) == 0) {
        hyzer_request asked = request(&asking);
        status = server->handlers.upgrading(server->handlers.owner, &asked);
      }
      free_request(&asking);
      return status == 0 ? 0 : refuse_upgrade(wsi, status);
    }
    case LWS_CALLBACK_ESTABLISHED: {
      if (!c || keep_request(c, wsi, NULL) != 0) return -1;
      // Only who has shown a token has a WebSocket.
      forget(server, wsi);
      add_socket(c);
      c->is_open = 1;
      c->number = ++server->opened;
      hyzer_request asked = request(c);
      server->handlers.opened(server->handlers.owner, c, &asked);
      free_request(c);
      return 0;
    }
    case LWS_CALLBACK_RECEIVE_PONG:
      if (c) hear(c);
      return 0;
    case LWS_CALLBACK_RECEIVE: {
      if (c) hear(c);
      unsigned int code = c ? hyzer_receive(c, in, count) : 0;
      if (code) lws_close_reason(wsi, (enum lws_close_status)code, NULL, 0);
      return c && !code ? 0 : -1;
    }
    case LWS_CALLBACK_SERVER_WRITEABLE: return c ? hyzer_write_message(c) : -1;
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
      if (c && c->is_open) {
        remove_socket(c);
        c->is_open = 0;
        server->handlers.closed(server->handlers.owner, c);
      }
      if (c) {
        free_request(c);
        hyzer_free_messages(c);
      }
      return 0;
    default: return lws_callback_http_dummy(wsi, reason, user, in, count);
  }
}

// Finds WebSockets that are open at one end only.
static void send_pings(lws_sorted_usec_list_t *list) {
  hyzer_server *server = lws_container_of(list, struct alarm, list)->server;
  lws_usec_t now = lws_now_usecs();
  for (hyzer_connection *c = server->sockets; c; c = c->next) {
    lws_usec_t quiet = now - c->heard;
    if (quiet >= server->settings.hangup_seconds * LWS_US_PER_SEC) {
      lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    } else if (quiet >= server->settings.ping_seconds * LWS_US_PER_SEC && !c->is_pinged) {
      c->is_pinged = c->wants_ping = 1;
      lws_callback_on_writable(c->wsi);
    }
  }
  lws_sul_schedule(server->context, 0, list, send_pings, ping_interval(server));
}

static void ring(lws_sorted_usec_list_t *list) {
  struct alarm *alarm = lws_container_of(list, struct alarm, list);
  alarm->server->handlers.woken(alarm->server->handlers.owner);
}

// Returns the family of an address of this machine, or AF_UNSPEC with errno where it is none: libwebsockets would
// wait for it to become one.
static int own_family(const char *address) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found = NULL;
  errno = EADDRNOTAVAIL;
  if (getaddrinfo(address, NULL, &hints, &found) != 0) return AF_UNSPEC;
  int family = found->ai_family;
  int descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int status = descriptor < 0 ? -1 : bind(descriptor, found->ai_addr, found->ai_addrlen);
  int error = errno;
  if (descriptor >= 0) close(descriptor);
  freeaddrinfo(found);
  errno = error;
  return status == 0 ? family : AF_UNSPEC;
}

// There is nobody to ask.
static int no_password(char *buffer, int size, int is_writing, void *owner) { return 0; }

// Returns the kind of a key that goes with a certificate, or -1 where the files cannot be used.
static int kind_of_key(const char *certificate, const char *key) {
  int kind = -1;
  SSL_CTX *trial = SSL_CTX_new(TLS_server_method());
  if (!trial) return -1;
  SSL_CTX_set_default_passwd_cb(trial, no_password);
  if (SSL_CTX_use_certificate_chain_file(trial, certificate) == 1
      && SSL_CTX_use_PrivateKey_file(trial, key, SSL_FILETYPE_PEM) == 1
      && SSL_CTX_check_private_key(trial) == 1)
    kind = EVP_PKEY_get_base_id(SSL_CTX_get0_privatekey(trial));
  SSL_CTX_free(trial);
  ERR_clear_error();
  return kind;
}

hyzer_server *hyzer_server_create(
    const hyzer_settings *settings, const hyzer_handlers *handlers, char *reason,
    size_t reason_size) {
  int family = settings->address ? own_family(settings->address) : AF_INET6;
  if (family == AF_UNSPEC) {
    snprintf(reason, reason_size, "%s", strerror(errno));
    return NULL;
  }
  snprintf(reason, reason_size, "out of memory");
  hyzer_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  server->handlers = *handlers;
  server->settings = *settings;
  snprintf(server->subprotocol, sizeof server->subprotocol, "%s", settings->subprotocol);
  if (settings->upload_path)
    snprintf(server->upload_path, sizeof server->upload_path, "%s", settings->upload_path);
  server->alarm.server = server->pings.server = server;
  server->protocols[0] = (struct lws_protocols){
      .name = "http", .callback = callback, .per_session_data_size = sizeof(hyzer_connection)};
  server->protocols[1] = (struct lws_protocols){
      .name = server->subprotocol, .callback = callback,
      .per_session_data_size = sizeof(hyzer_connection), .rx_buffer_size = 8192};
  struct rlimit files;
  unsigned int most = settings->most_connections;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < most) {
    rlim_t before = files.rlim_cur;
    files.rlim_cur = files.rlim_max < most ? files.rlim_max : most;
    // Where it fails, there are fewer connections.
    if (setrlimit(RLIMIT_NOFILE, &files) != 0) files.rlim_cur = before;
    if (files.rlim_cur < most) most = (unsigned int)files.rlim_cur;
  }
  if (server->settings.most_strangers > most / 2) server->settings.most_strangers = most / 2;
  struct lws_context_creation_info info = {
      .port = settings->port,
      .iface = settings->address,
      .protocols = server->protocols,
      .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND
          | LWS_SERVER_OPTION_EXPLICIT_VHOSTS
          | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME
          | LWS_SERVER_OPTION_VALIDATE_UTF8
          // Else libwebsockets 4.1.6 listens on all addresses where it is to listen on one of IPv4.
          | (family == AF_INET ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0)
          | (settings->certificate ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
      .ssl_cert_filepath = settings->certificate,
      .ssl_private_key_filepath = settings->key,
      .keepalive_timeout = 30,
      .timeout_secs = settings->request_seconds,
      // No HTTP/2: in libwebsockets 4.1.6 an assertion ends the program where a client sends more of a body than
      // was read, and long answers lack their end.
      .alpn = "http/1.1",
      .retry_and_idle_policy = &server->idle,
      .user = server,
      .gid = -1,
      .uid = -1,
  };
  server->context = hyzer_create_context(&info);
  if (server->context) server->host = lws_create_vhost(server->context, &info);
  if (settings->certificate) server->kind_of_key = kind_of_key(settings->certificate, settings->key);
  if (!server->host) {
    snprintf(reason, reason_size, "%s", *hyzer_first_error() ? hyzer_first_error() : "the address cannot be bound");
    hyzer_server_destroy(server);
    return NULL;
  }
  lws_sul_schedule(server->context, 0, &server->pings.list, send_pings, ping_interval(server));
  return server;
}

int hyzer_server_port(const hyzer_server *server) {
  return lws_get_vhost_listen_port(server->host);
}

int hyzer_server_service(hyzer_server *server) { return lws_service(server->context, 0); }

// Libwebsockets does not say whether it could read the files, and leaves half of them where it could not. One context
// of OpenSSL keeps a certificate for each kind of key, of which the old one might go on to be shown.
int hyzer_server_renew_certificate(hyzer_server *server, const char *certificate, const char *key) {
  int kind = kind_of_key(certificate, key);
  if (kind < 0 || kind != server->kind_of_key) return -1;
  return lws_tls_cert_updated(server->context, certificate, key, NULL, 0, NULL, 0) == 0 ? 0 : -1;
}

void hyzer_server_wake(hyzer_server *server) {
  atomic_store(&server->is_rung, 1);
  lws_cancel_service(server->context);
}

void hyzer_server_set_alarm(hyzer_server *server, int64_t microseconds) {
  lws_sul_schedule(server->context, 0, &server->alarm.list, ring, microseconds);
}

void hyzer_server_destroy(hyzer_server *server) {
  if (server->context) {
    lws_sul_cancel(&server->alarm.list);
    lws_sul_cancel(&server->pings.list);
    lws_context_destroy(server->context);
  }
  while (server->strangers) forget(server, server->strangers->wsi);
  free(server);
}

void hyzer_answer_begin(hyzer_connection *c, unsigned int status) {
  free(c->headers);
  c->headers = calloc(1, LWS_PRE + HEADERS_SIZE);
  if (!c->headers) return;
  c->headers_end = c->headers + LWS_PRE;
  uint8_t *end = c->headers + LWS_PRE + HEADERS_SIZE;
  if (lws_add_http_header_status(c->wsi, status, &c->headers_end, end)) {
    free(c->headers);
    c->headers = NULL;
  }
}

void hyzer_answer_header(hyzer_connection *c, const char *name, const char *value) {
  if (!c->headers) return;
  uint8_t *end = c->headers + LWS_PRE + HEADERS_SIZE;
  char named[64];
  snprintf(named, sizeof named, "%s:", name);
  if (lws_add_http_header_by_name(
          c->wsi, (const uint8_t *)named, (const uint8_t *)value, (int)strlen(value),
          &c->headers_end, end)) {
    free(c->headers);
    c->headers = NULL;
  }
}

void hyzer_answer_end(hyzer_connection *c, const uint8_t *body, size_t count) {
  if (!c->headers) return;
  uint8_t *end = c->headers + LWS_PRE + HEADERS_SIZE;
  if (lws_add_http_header_content_length(c->wsi, count, &c->headers_end, end)
      || lws_finalize_http_header(c->wsi, &c->headers_end, end))
    return;
  if (count > 0 && !c->is_head) {
    c->output = malloc(LWS_PRE + count);
    if (!c->output) return;
    memcpy(c->output + LWS_PRE, body, count);
    c->output_count = count;
  }
  c->is_answered = 1;
  lws_callback_on_writable(c->wsi);
}

int64_t hyzer_connection_number(const hyzer_connection *c) { return c->number; }
