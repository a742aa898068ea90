#define _GNU_SOURCE  // strdup and getopt_long under a strict -std.
#include "CGetopt.h"

#include <ctype.h>
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Above every letter, so that a value names either a letter or an index.
enum { first_long_value = 256 };

struct cgetopt_session {
  char **words;  // words[0] stands for the program's name.
  int word_count;
  size_t word_capacity;
  struct option *options;  // One more than the capacity: getopt_long wants a zero at the end.
  int option_count;
  size_t option_capacity;
  char *letters;  // For each short option its letter, and a colon if it takes an argument.
  cgetopt_event *events;
  size_t event_count;
};

static pthread_mutex_t getopt_lock = PTHREAD_MUTEX_INITIALIZER;

cgetopt_session *cgetopt_create(size_t argument_capacity, size_t option_capacity) {
  cgetopt_session *session = calloc(1, sizeof *session);
  if (session == NULL) return NULL;
  session->word_capacity = argument_capacity + 1;
  session->option_capacity = option_capacity;
  session->words = calloc(session->word_capacity + 1, sizeof *session->words);
  session->options = calloc(option_capacity + 1, sizeof *session->options);
  session->letters = calloc(2 * option_capacity + 1, 1);
  if (session->words == NULL || session->options == NULL || session->letters == NULL ||
      !cgetopt_add_argument(session, "")) {
    cgetopt_destroy(session);
    return NULL;
  }
  return session;
}

void cgetopt_destroy(cgetopt_session *session) {
  if (session == NULL) return;
  for (int i = 0; i < session->word_count; i++) free(session->words[i]);
  for (int i = 0; i < session->option_count; i++) free((char *)session->options[i].name);
  free(session->words);
  free(session->options);
  free(session->letters);
  free(session->events);
  free(session);
}

bool cgetopt_add_argument(cgetopt_session *session, const char *text) {
  if ((size_t)session->word_count == session->word_capacity) return false;
  char *copy = strdup(text);
  if (copy == NULL) return false;
  session->words[session->word_count++] = copy;
  return true;
}

bool cgetopt_add_option(
    cgetopt_session *session, const char *name, char letter, bool takes_argument) {
  if ((size_t)session->option_count == session->option_capacity) return false;
  char *copy = strdup(name);
  if (copy == NULL) return false;
  int index = session->option_count++;
  session->options[index] = (struct option){
      .name = copy,
      .has_arg = takes_argument ? required_argument : no_argument,
      // The letter is the value too, so that both spellings come back the same.
      .val = letter != 0 ? (unsigned char)letter : first_long_value + index,
  };
  if (letter != 0) {
    char *end = session->letters + strlen(session->letters);
    *end++ = letter;
    if (takes_argument) *end = ':';
  }
  return true;
}

// No option letter is a digit, so such a word can only be meant as text.
static bool is_negative_number(const char *word) {
  if (*word++ != '-') return false;
  int digits = 0, points = 0;
  for (; *word != '\0'; word++) {
    if (isdigit((unsigned char)*word)) {
      digits++;
    } else if (*word == '.') {
      points++;
    } else {
      return false;
    }
  }
  return digits > 0 && points <= 1;
}

static int option_with_value(const cgetopt_session *session, int value) {
  for (int i = 0; i < session->option_count; i++) {
    if (session->options[i].val == value) return i;
  }
  return -1;
}

static void add_event(
    cgetopt_session *session, cgetopt_kind kind, int option, int letter, const char *text) {
  session->events[session->event_count++] = (cgetopt_event){
      .kind = kind, .option = option, .letter = (unsigned char)letter, .text = text};
}

static void add_code(
    cgetopt_session *session, int code, int detail, const char *argument, const char *word) {
  int option = option_with_value(session, code == '?' || code == ':' ? detail : code);
  if (code == 1) {
    add_event(session, cgetopt_kind_operand, -1, 0, argument);
  } else if (code == ':') {
    add_event(session, cgetopt_kind_missing_argument, option, 0, word);
  } else if (code != '?') {
    add_event(session, cgetopt_kind_option, option, 0, argument);
  } else if (detail == 0) {
    add_event(session, cgetopt_kind_unknown_long, -1, 0, word);
  } else if (option >= 0) {
    add_event(session, cgetopt_kind_unexpected_argument, option, 0, word);
  } else {
    add_event(session, cgetopt_kind_unknown_letter, -1, detail, word);
  }
}

static void run_locked(cgetopt_session *session, const char *letters, bool stop_at_operand) {
  // words[base] stands for the program's name: getopt_long starts afresh behind a negative number,
  // which it would take for a bundle of letters.
  int base = 0;
  opterr = 0;
  optind = 0;  // 0, not 1: glibc forgets a half-read bundle of the last run only for 0.
  for (;;) {
    int next = base + (optind == 0 ? 1 : optind);
    if (next < session->word_count && is_negative_number(session->words[next])) {
      if (stop_at_operand) {
        base = next - 1;
        optind = 1;
        break;
      }
      add_event(session, cgetopt_kind_operand, -1, 0, session->words[next]);
      base = next;
      optind = 0;
      continue;
    }
    int code = getopt_long(
        session->word_count - base, session->words + base, letters, session->options, NULL);
    if (code == -1) break;
    add_code(session, code, optopt, optarg, session->words[next]);
  }
  for (int i = base + optind; i < session->word_count; i++) {
    add_event(session, cgetopt_kind_operand, -1, 0, session->words[i]);
  }
}

bool cgetopt_run(cgetopt_session *session, bool stop_at_operand) {
  if (session->events != NULL) return false;
  // Every event uses up a byte of a word, or an empty word.
  size_t capacity = 0;
  for (int i = 0; i < session->word_count; i++) capacity += strlen(session->words[i]) + 1;
  session->events = calloc(capacity, sizeof *session->events);
  size_t length = strlen(session->letters);
  char *letters = malloc(length + 3);
  if (session->events == NULL || letters == NULL) {
    free(letters);
    return false;
  }
  // '+' stops at the first operand and '-' hands operands over in their place; both leave the
  // words in order and overrule POSIXLY_CORRECT. ':' tells a missing argument from an unknown one.
  letters[0] = stop_at_operand ? '+' : '-';
  letters[1] = ':';
  memcpy(letters + 2, session->letters, length + 1);
  (void)pthread_mutex_lock(&getopt_lock);  // Cannot fail: a default mutex, never held twice.
  run_locked(session, letters, stop_at_operand);
  (void)pthread_mutex_unlock(&getopt_lock);
  free(letters);
  return true;
}

size_t cgetopt_event_count(const cgetopt_session *session) { return session->event_count; }

cgetopt_event cgetopt_event_at(const cgetopt_session *session, size_t index) {
  return session->events[index];
}
