#include <errno.h>
#include <netdb.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"

// Chosen: libwebsockets cuts a longer line `Host` in its midst, and has 4096 bytes for all of the request.
enum { HOST_SIZE = 112, LONGEST_TEXT = 1024 };

// Chosen: after so many seconds the next address of a name is tried, and nothing else waits for longer either.
enum { STEP_SECONDS = 10 };

// Wraps a time so that its callback finds the client.
struct moment {
  lws_sorted_usec_list_t list;
  hyzer_client *client;
};

struct hyzer_client {
  struct lws_context *context;
  struct lws_vhost *vhost;
  SSL_CTX *tls;
  hyzer_client_handlers handlers;
  struct lws_protocols protocols[2];
  lws_retry_bo_t idle;
  struct moment deadline, alarm;
  // libwebsockets keeps the number with each connection that it makes for us: what has an earlier one is
  // over for us, whatever libwebsockets does with it yet.
  uintptr_t attempt;
  struct lws *wsi;
  hyzer_connection connection;
  // Where it leads: the name or address alone, and as people and the header say it.
  char *host, *authorization;
  char shown[HOST_SIZE];
  hyzer_security security;
  uint8_t key_digest[32];
  size_t key_digest_count;
  int64_t timeout;
  // The connection whose certificate was found good.
  const SSL *vouched;
  // What was found wrong, for when libwebsockets says that it has ended.
  char objection[192];
  // What the server gave for a reason to close.
  unsigned int close_code;
  int is_beginning, is_gone;
  int has_news, is_late;
  atomic_int is_rung;
};

// Forgets the connection, of which no call of libwebsockets counts from here on.
static void retire(hyzer_client *client) {
  client->attempt++;
  client->wsi = NULL;
  lws_sul_cancel(&client->deadline.list);
  hyzer_connection *c = &client->connection;
  hyzer_free_messages(c);
  free(c->input);
  free(client->host);
  free(client->authorization);
  client->host = client->authorization = NULL;
  c->input = NULL;
  c->input_count = c->input_capacity = 0;
  c->wsi = NULL;
  c->is_open = c->is_doomed = 0;
  c->close_code = 0;
}

__attribute__((format(printf, 4, 5)))
static void end(hyzer_client *client, unsigned int code, int status, const char *format, ...) {
  char reason[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, sizeof reason, format, arguments);
  va_end(arguments);
  retire(client);
  client->has_news = 1;
  client->handlers.closed(client->handlers.owner, code, status, reason);
  // Times come before libwebsockets waits, and it would wait on.
  lws_cancel_service(client->context);
}

__attribute__((format(printf, 2, 3)))
static void object(hyzer_client *client, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(client->objection, sizeof client->objection, format, arguments);
  va_end(arguments);
}

// MARK: - TLS

static int pass(int is_good, X509_STORE_CTX *store) {
  (void)store;
  return is_good;
}

static int has_key(const hyzer_client *client, X509 *certificate) {
  uint8_t *key = NULL, digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  int count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  int is_same = count > 0 && EVP_Digest(key, (size_t)count, digest, &size, EVP_sha256(), NULL) == 1
      && size == client->key_digest_count && memcmp(digest, client->key_digest, size) == 0;
  OPENSSL_free(key);
  return is_same;
}

static int is_of_host(X509_STORE_CTX *store, const char *host) {
  X509_VERIFY_PARAM *wanted = X509_STORE_CTX_get0_param(store);
  X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return X509_VERIFY_PARAM_set1_ip_asc(wanted, host) == 1
      || X509_VERIFY_PARAM_set1_host(wanted, host, 0) == 1;
}

// Decides about a certificate, in OpenSSL's stead, before the handshake comes to its end.
static int vouch(X509_STORE_CTX *store, void *owner) {
  hyzer_client *client = owner;
  X509 *certificate = X509_STORE_CTX_get0_cert(store);
  // libwebsockets's own check finds its connection by a number that each server with TLS changes for the
  // whole process.
  X509_STORE_CTX_set_verify_cb(store, pass);
  int is_good = 0;
  if (client->host && certificate && client->security == HYZER_KEY) {
    is_good = has_key(client, certificate);
    X509_STORE_CTX_set_error(store, is_good ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION);
    if (!is_good) object(client, "the key of %s is not the one that it should have", client->shown);
  } else if (client->host && client->security == HYZER_AUTHORITIES) {
    is_good = is_of_host(store, client->host) && X509_verify_cert(store) == 1;
    if (!is_good)
      object(
          client, "the certificate of %s is not to be trusted: %s", client->shown,
          X509_verify_cert_error_string(X509_STORE_CTX_get_error(store)));
  }
  if (is_good)
    client->vouched = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
  return is_good;
}

// Names the server before the first word: libwebsockets cuts an address of IPv6 at its first colon.
static void name_server(const SSL *ssl, int where, int value) {
  (void)value;
  hyzer_client *client = SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl));
  if (!(where & SSL_CB_HANDSHAKE_START) || !client->host) return;
  ASN1_OCTET_STRING *address = a2i_IPADDRESS(client->host);
  // RFC 6066 has no names that are addresses. Without a name the server shows its only certificate.
  (void)SSL_set_tlsext_host_name((SSL *)ssl, address ? NULL : client->host);
  ASN1_OCTET_STRING_free(address);
}

static SSL_CTX *make_tls(hyzer_client *client) {
  SSL_CTX *tls = SSL_CTX_new(TLS_client_method());
  if (!tls) return NULL;
  if (SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION) != 1
      || SSL_CTX_set_default_verify_paths(tls) != 1 || SSL_CTX_set_app_data(tls, client) != 1) {
    SSL_CTX_free(tls);
    return NULL;
  }
  SSL_CTX_set_mode(tls, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_cert_verify_callback(tls, vouch, client);
  SSL_CTX_set_info_callback(tls, name_server);
  return tls;
}

// MARK: - What happens

static unsigned int received(hyzer_connection *c, int is_binary) {
  hyzer_client *client = c->client;
  client->has_news = 1;
  return client->handlers.received(client->handlers.owner, c->input, c->input_count, is_binary);
}

static void drained(hyzer_connection *c) {
  c->client->has_news = 1;
  c->client->handlers.drained(c->client->handlers.owner);
}

// Adds the token to the request, but to none whose reader is not known.
static void authorize(hyzer_client *client, struct lws *wsi, uint8_t **at, size_t count) {
  if (!*client->authorization) return;
  if (client->security != HYZER_PLAIN && (!client->vouched || lws_get_ssl(wsi) != client->vouched))
    return;
  // Without room it is refused as one without a token.
  (void)lws_add_http_header_by_name(
      wsi, (const uint8_t *)"Authorization:", (const uint8_t *)client->authorization,
      (int)strlen(client->authorization), at, *at + count);
}

// Says why no WebSocket came about, after what libwebsockets says.
static void fail(hyzer_client *client, struct lws *wsi, const char *text, size_t count) {
  unsigned int status = lws_http_client_http_response(wsi);
  if (*client->objection) {
    end(client, 0, 0, "%s", client->objection);
  } else if (status >= 100 && status <= 999 && status != 101) {
    end(client, 0, (int)status, "%s answers with the status %u", client->shown, status);
  } else if (text && strcmp(text, "Unable to connect") == 0) {
    end(
        client, 0, 0, "cannot connect to %s: nothing listens there, or the network does not lead there",
        client->shown);
  } else if (text && strncmp(text, "connect S", strlen("connect S")) == 0) {
    end(client, 0, 0, "%s does not agree on TLS", client->shown);
  } else if (text && strncmp(text, "HS: ", strlen("HS: ")) == 0) {
    end(
        client, 0, 0, "%s does not open a WebSocket: %.*s", client->shown, (int)(count - strlen("HS: ")),
        text + strlen("HS: "));
  } else {
    end(
        client, 0, 0, "%s ended the connection before the WebSocket was open, or did not answer in time",
        client->shown);
  }
}

static void lose(hyzer_client *client) {
  if (*client->objection) end(client, client->close_code, 0, "%s", client->objection);
  else if (client->close_code) end(client, client->close_code, 0, "%s closed it", client->shown);
  else end(client, 0, 0, "the connection to %s was lost", client->shown);
}

static void note_close(hyzer_client *client, const uint8_t *bytes, size_t count) {
  // RFC 6455 has this code for a close without one.
  client->close_code = count >= 2 ? (unsigned int)bytes[0] << 8 | bytes[1] : 1005;
  if (count <= 2) return;
  object(client, "%.*s", (int)(count - 2), (const char *)bytes + 2);
  // It may be shown on a terminal.
  for (char *c = client->objection; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7F) *c = ' ';
}

static int take(hyzer_client *client, struct lws *wsi, const void *bytes, size_t count) {
  unsigned int code = hyzer_receive(&client->connection, bytes, count);
  if (!code) return 0;
  lws_close_reason(wsi, (enum lws_close_status)code, NULL, 0);
  // libwebsockets waits for the server to agree, which it may never do.
  end(
      client, code, 0, code == LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE ? "a message of %s is too long"
                                                                  : "a text of %s is no UTF-8",
      client->shown);
  return -1;
}

static int callback(
    struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t count) {
  (void)user;
  hyzer_client *client = lws_get_context(wsi) ? lws_context_user(lws_get_context(wsi)) : NULL;
  if (!client || (uintptr_t)lws_get_opaque_user_data(wsi) != client->attempt) {
    switch (reason) {
      case LWS_CALLBACK_CLIENT_ESTABLISHED:
      case LWS_CALLBACK_CLIENT_RECEIVE:
      case LWS_CALLBACK_CLIENT_WRITEABLE: return -1;
      default: return 0;
    }
  }
  hyzer_connection *c = &client->connection;
  switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
      // libwebsockets touches the connection again where this refuses.
      authorize(client, wsi, in, count);
      return 0;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
      lws_sul_cancel(&client->deadline.list);
      c->wsi = wsi;
      c->is_open = 1;
      client->has_news = 1;
      client->handlers.opened(client->handlers.owner);
      return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return take(client, wsi, in, count);
    case LWS_CALLBACK_CLIENT_WRITEABLE: return hyzer_write_message(c);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
      note_close(client, in, count);
      return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
      fail(client, wsi, in, count);
      return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
      lose(client);
      return 0;
    case LWS_CALLBACK_WSI_DESTROY:
      if (client->is_beginning) client->is_gone = 1;
      else fail(client, wsi, NULL, 0);
      return 0;
    default: return 0;
  }
}

// MARK: - Times

static void ring(lws_sorted_usec_list_t *list) {
  hyzer_client *client = lws_container_of(list, struct moment, list)->client;
  client->is_late = 1;
  lws_cancel_service(client->context);
}

static void give_up(lws_sorted_usec_list_t *list) {
  hyzer_client *client = lws_container_of(list, struct moment, list)->client;
  struct lws *wsi = client->wsi;
  end(
      client, 0, 0, "%s did not answer within %.1f seconds", client->shown,
      (double)client->timeout / LWS_US_PER_SEC);
  if (wsi) lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

// MARK: - Calls

hyzer_client *hyzer_client_create(
    const hyzer_client_settings *settings, const hyzer_client_handlers *handlers, char *reason,
    size_t reason_size) {
  snprintf(reason, reason_size, "out of memory");
  hyzer_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->handlers = *handlers;
  // What is not ours has the number 0.
  client->attempt = 1;
  client->deadline.client = client->alarm.client = client->connection.client = client;
  client->connection.longest_message = settings->longest_message;
  client->connection.most_unsent = settings->most_unsent;
  client->connection.received = received;
  client->connection.drained = drained;
  client->protocols[0] =
      (struct lws_protocols){.name = "client", .callback = callback, .rx_buffer_size = 8192};
  // Pings find a connection that is open at one end only.
  client->idle.secs_since_valid_ping = settings->ping_seconds;
  client->idle.secs_since_valid_hangup = settings->hangup_seconds;
  client->tls = make_tls(client);
  if (!client->tls) {
    snprintf(reason, reason_size, "OpenSSL cannot be set up");
    hyzer_client_destroy(client);
    return NULL;
  }
  struct lws_context_creation_info info = {
      .port = CONTEXT_PORT_NO_LISTEN,
      .protocols = client->protocols,
      .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
      // One connection, and those that libwebsockets still closes.
      .fd_limit_per_thread = 64,
      .timeout_secs = STEP_SECONDS,
      // The address of no proxy, or libwebsockets would take one from the environment.
      .http_proxy_address = "",
      .alpn = "http/1.1",
      .retry_and_idle_policy = &client->idle,
      .provided_client_ssl_ctx = client->tls,
      .user = client,
      .gid = -1,
      .uid = -1,
  };
  client->context = hyzer_create_context(&info);
  // Only here: for a context it would take numbers that servers in the process have taken.
  info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
  if (client->context) client->vhost = lws_create_vhost(client->context, &info);
  if (!client->vhost) {
    snprintf(
        reason, reason_size, "%s", *hyzer_first_error() ? hyzer_first_error() : "libwebsockets cannot be set up");
    hyzer_client_destroy(client);
    return NULL;
  }
  return client;
}

void hyzer_client_destroy(hyzer_client *client) {
  if (client->context) {
    lws_sul_cancel(&client->alarm.list);
    hyzer_client_disconnect(client);
    lws_context_destroy(client->context);
  }
  SSL_CTX_free(client->tls);
  free(client);
}

// Whether a text may stand in a line of a request.
static int is_line(const char *text) {
  for (const char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7F) return 0;
  return strlen(text) <= LONGEST_TEXT;
}

// Whether a name or an address is one at all; says what is wrong. libwebsockets looks it up by itself, and does
// not say why that fails.
static int is_known(hyzer_client *client, const char *host) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  int status = getaddrinfo(host, NULL, &hints, &found);
  if (status != 0)
    end(
        client, 0, 0, "no address is known for \"%s\": %s", host,
        status == EAI_SYSTEM ? strerror(errno) : gai_strerror(status));
  else freeaddrinfo(found);
  return status == 0;
}

void hyzer_client_connect(
    hyzer_client *client, const hyzer_target *target, int64_t microseconds) {
  hyzer_client_disconnect(client);
  client->objection[0] = 0;
  client->close_code = 0;
  client->vouched = NULL;
  client->is_gone = 0;
  client->security = target->security;
  client->timeout = microseconds;
  client->key_digest_count = 0;
  if (target->key_digest && target->key_digest_count == sizeof client->key_digest) {
    memcpy(client->key_digest, target->key_digest, sizeof client->key_digest);
    client->key_digest_count = sizeof client->key_digest;
  }
  int size = snprintf(
      client->shown, sizeof client->shown, strchr(target->host, ':') ? "[%s]:%d" : "%s:%d",
      target->host, target->port);
  // What begins with a plus would be a socket in a file.
  if (!*target->host || *target->host == '+' || size >= (int)sizeof client->shown
      || strpbrk(target->host, " \t") || !is_line(target->host) || target->port < 1
      || target->port > 65535) {
    end(client, 0, 0, "\"%s\" and the port %d are no address", target->host, target->port);
    return;
  }
  if (*target->path != '/' || strchr(target->path, ' ') || !is_line(target->path)
      || !is_line(target->subprotocol) || !is_line(target->authorization)) {
    end(client, 0, 0, "what %s is to be asked cannot be asked by HTTP", client->shown);
    return;
  }
  client->host = strdup(target->host);
  client->authorization = strdup(target->authorization);
  if (!client->host || !client->authorization) {
    end(client, 0, 0, "out of memory");
    return;
  }
  if (!is_known(client, client->host)) return;
  struct lws_client_connect_info info = {
      .context = client->context,
      .vhost = client->vhost,
      .address = client->host,
      .port = target->port,
      .ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT
          | (target->security == HYZER_PLAIN
                 ? 0
                 // Ours checks it: that of libwebsockets cuts names.
                 : LCCSCF_USE_SSL | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK),
      .path = target->path,
      .host = client->shown,
      .protocol = *target->subprotocol ? target->subprotocol : NULL,
      .local_protocol_name = client->protocols[0].name,
      .ietf_version_or_minus_one = -1,
      .alpn = "http/1.1",
      .retry_and_idle_policy = &client->idle,
      .opaque_user_data = (void *)client->attempt,
  };
  uintptr_t attempt = client->attempt;
  lws_sul_schedule(
      client->context, 0, &client->deadline.list, give_up, microseconds > 0 ? microseconds : 1);
  client->is_beginning = 1;
  errno = 0;
  struct lws *wsi = lws_client_connect_via_info(&info);
  int error = errno;
  client->is_beginning = 0;
  if (client->attempt != attempt) return;
  if (wsi && !client->is_gone) client->wsi = wsi;
  else
    end(
        client, 0, 0, "cannot connect to %s: %s", client->shown,
        error ? strerror(error) : "libwebsockets does not begin");
}

void hyzer_client_disconnect(hyzer_client *client) {
  struct lws *wsi = client->wsi;
  retire(client);
  client->has_news = 0;
  if (wsi) lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

int hyzer_client_send(hyzer_client *client, const uint8_t *bytes, size_t count, int is_binary) {
  int status = hyzer_send(&client->connection, bytes, count, is_binary);
  if (client->connection.is_doomed)
    object(client, "%s takes what is sent too slowly", client->shown);
  return status;
}

size_t hyzer_client_unsent(const hyzer_client *client) { return hyzer_unsent(&client->connection); }

void hyzer_client_service(hyzer_client *client, int64_t microseconds) {
  client->is_late = microseconds <= 0;
  if (microseconds > 0)
    lws_sul_schedule(client->context, 0, &client->alarm.list, ring, microseconds);
  int is_over, status;
  do {
    is_over = client->is_late || client->has_news || atomic_load(&client->is_rung);
    // A negative time is for what is there already; libwebsockets takes any other for no limit.
    status = lws_service(client->context, is_over ? -1 : 0);
  } while (!is_over && status >= 0);
  lws_sul_cancel(&client->alarm.list);
  if (status < 0 && client->host) {
    hyzer_client_disconnect(client);
    end(client, 0, 0, "cannot wait for %s: %s", client->shown, strerror(errno));
  }
  client->has_news = 0;
  atomic_store(&client->is_rung, 0);
}

void hyzer_client_wake(hyzer_client *client) {
  atomic_store(&client->is_rung, 1);
  lws_cancel_service(client->context);
}
