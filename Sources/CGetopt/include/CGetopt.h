// getopt_long(3) as one call: words and options in, a list of events out.
//
// getopt_long keeps its state in globals. A session takes the words and the option table, runs the
// whole loop under a lock, and keeps the events, so that callers on several threads do not meet.

#ifndef CGETOPT_H
#define CGETOPT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cgetopt_session cgetopt_session;

typedef enum {
  cgetopt_kind_option,               // option; text is its argument, or NULL
  cgetopt_kind_operand,              // text is the operand
  cgetopt_kind_unknown_long,         // text is the whole word; also an ambiguous prefix
  cgetopt_kind_unknown_letter,       // letter is the byte not known, text the whole word
  cgetopt_kind_missing_argument,     // option needs an argument and the words ended
  cgetopt_kind_unexpected_argument,  // option is a flag; text is the whole word
} cgetopt_kind;

typedef struct {
  cgetopt_kind kind;
  int option;            // index in order of cgetopt_add_option, or -1
  unsigned char letter;  // only for cgetopt_kind_unknown_letter
  const char *text;      // owned by the session
} cgetopt_event;

// NULL when memory is short, as false is from the functions that follow.
cgetopt_session *cgetopt_create(size_t argument_capacity, size_t option_capacity);
void cgetopt_destroy(cgetopt_session *session);

// Both copy their text. The first argument is not the program's name. `letter` may be 0.
bool cgetopt_add_argument(cgetopt_session *session, const char *text);
bool cgetopt_add_option(
    cgetopt_session *session, const char *name, char letter, bool takes_argument);

// Runs getopt_long over the words, once for each session. With `stop_at_operand` every word from
// the first operand on is an operand; otherwise options and operands mix, in their order.
bool cgetopt_run(cgetopt_session *session, bool stop_at_operand);

size_t cgetopt_event_count(const cgetopt_session *session);
cgetopt_event cgetopt_event_at(const cgetopt_session *session, size_t index);

#endif
