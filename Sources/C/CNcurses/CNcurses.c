#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include "CNcurses.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

_Static_assert(sizeof(wchar_t) == sizeof(uint32_t), "a wchar_t is a scalar value");

/* Bracketed paste: the terminal marks where what is pasted begins and ends, so that it is not taken
   for keys. Only terminals with codes like xterm's are asked for it; others ignore that. */
static const char bracket[] = "\033[?2004h";
static const char unbracket[] = "\033[?2004l";

static int takes_brackets(const char *move) {
  return move != NULL && move != (char *)-1 && strncmp(move, "\033[", 2) == 0;
}

/* Bringing the terminal back. */

static const int ending[] = {SIGHUP, SIGINT,  SIGQUIT, SIGTERM, SIGABRT,
                             SIGBUS, SIGFPE, SIGILL,  SIGSEGV, SIGTRAP};
enum { ENDINGS = sizeof ending / sizeof *ending };

static struct {
  int descriptor;
  struct termios modes;
  char codes[256];
  size_t length;
  struct sigaction before[ENDINGS];
} guard;

/* Adds a code without its padding, "$<5>", which only tputs understands. */
static void keep(const char *code) {
  while (*code != '\0' && guard.length < sizeof guard.codes) {
    const char *end = code[0] == '$' && code[1] == '<' ? strchr(code, '>') : NULL;
    if (end != NULL) {
      code = end + 1;
    } else {
      guard.codes[guard.length++] = *code++;
    }
  }
}

/* Adds a code of the terminal, where it has it. */
static void keep_named(const char *name) {
  const char *code = tigetstr(name);
  if (code != NULL && code != (char *)-1) keep(code);
}

int cncurses_probe(const char *type, int descriptor) {
  int reason = 0;
  /* With somewhere to put the reason, it does not end the process. */
  if (setupterm(type, descriptor, &reason) != OK) return CNCURSES_TYPE_UNKNOWN;
  const char *move = tigetstr("cup");
  guard.length = 0;
  keep_named("sgr0");
  keep_named("op");
  keep_named("cnorm");
  keep_named("rmkx");
  keep_named("rmcup");
  if (takes_brackets(move)) keep(unbracket);
  del_curterm(cur_term);
  return move == NULL || move == (char *)-1 ? CNCURSES_TYPE_CANNOT_MOVE : CNCURSES_TYPE_GOOD;
}

/* Uses nothing but what signal-safety(7) allows. */
static void restore(int number) {
  int saved = errno;
  /* In the background, setting the modes would stop the process instead. */
  signal(SIGTTOU, SIG_IGN);
  const char *rest = guard.codes;
  size_t left = guard.length;
  while (left > 0) {
    ssize_t written = write(guard.descriptor, rest, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    rest += written;
    left -= (size_t)written;
  }
  tcsetattr(guard.descriptor, TCSANOW, &guard.modes);
  for (int i = 0; i < ENDINGS; i++) {
    if (ending[i] == number) sigaction(number, &guard.before[i], NULL);
  }
  raise(number); /* It is blocked until this handler returns. */
  errno = saved;
}

int cncurses_guard(int descriptor) {
  if (tcgetattr(descriptor, &guard.modes) != 0) return -1;
  guard.descriptor = descriptor;
  for (int i = 0; i < ENDINGS; i++) {
    struct sigaction action = {.sa_handler = restore};
    sigemptyset(&action.sa_mask);
    sigaction(ending[i], NULL, &guard.before[i]);
    /* What is ignored, as under nohup, does not end the process. */
    if (guard.before[i].sa_handler == SIG_IGN) continue;
    sigaction(ending[i], &action, NULL);
  }
  return 0;
}

void cncurses_unguard(void) {
  for (int i = 0; i < ENDINGS; i++) sigaction(ending[i], &guard.before[i], NULL);
}

/* The screen. */

static SCREEN *screen;
static int shows_colors;

static FILE *brackets; /* NULL where the terminal is not asked. */
static volatile sig_atomic_t was_stopped;
static struct sigaction before_stop;

static void note_stop(int number) {
  (void)number;
  was_stopped = 1;
}

static void ask_for_brackets(FILE *output) {
  if (!takes_brackets(tigetstr("cup"))) return;
  define_key("\033[200~", CNCURSES_PASTE_BEGIN);
  define_key("\033[201~", CNCURSES_PASTE_END);
  struct sigaction action = {.sa_handler = note_stop, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGCONT, &action, &before_stop);
  brackets = output;
  was_stopped = 1; /* The first refresh asks. */
}

int cncurses_open(const char *type, FILE *output, FILE *input, int wants_colors) {
  screen = newterm(type, output, input);
  if (screen == NULL) return -1;
  set_term(screen);
  set_escdelay(25);
  if (cbreak() == ERR || noecho() == ERR || keypad(stdscr, TRUE) == ERR) {
    cncurses_close();
    return -1;
  }
  leaveok(stdscr, FALSE);
  ask_for_brackets(output);
  shows_colors = wants_colors && has_colors() && start_color() == OK;
  if (shows_colors) {
    /* Without the terminal's own background, black is better than nothing. */
    short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
    for (short color = 0; color < 8; color++) init_pair(color + 1, color, background);
    short few = COLORS < 256;
    init_pair(CNCURSES_UNDER + 1, few ? COLOR_GREEN : 77, background);
    init_pair(CNCURSES_OVER + 1, few ? COLOR_YELLOW : 214, background);
    init_pair(CNCURSES_TWO_OVER + 1, few ? COLOR_RED : 203, background);
  }
  return 0;
}

int cncurses_close(void) {
  int status = endwin();
  if (brackets != NULL) {
    if (fputs(unbracket, brackets) == EOF || fflush(brackets) == EOF) status = ERR;
    sigaction(SIGCONT, &before_stop, NULL);
    brackets = NULL;
  }
  delscreen(screen);
  screen = NULL;
  return status == ERR ? -1 : 0;
}

void cncurses_size(int *height, int *width) { getmaxyx(stdscr, *height, *width); }

int cncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

void cncurses_erase(void) {
  attrset(A_NORMAL);
  erase();
}

void cncurses_put(int row, int column, const uint32_t *scalars, int attributes, int color) {
  attr_t look = A_NORMAL;
  if (attributes & CNCURSES_BOLD) look |= A_BOLD;
  if (attributes & CNCURSES_DIM) look |= A_DIM;
  if (attributes & CNCURSES_REVERSE) look |= A_REVERSE;
  attr_set(look, (short)(shows_colors ? color + 1 : 0), NULL);
  /* It fails where it would put the cursor behind the last cell, with the text in place. */
  mvaddwstr(row, column, (const wchar_t *)scalars);
}

int cncurses_refresh(int row, int column) {
  curs_set(row >= 0 ? 1 : 0); /* Some terminals cannot. */
  if (row >= 0) move(row, column);
  if (brackets != NULL && was_stopped) {
    /* The shell, to which a stop gives the terminal, may have switched it off. */
    was_stopped = 0;
    if (fputs(bracket, brackets) == EOF || fflush(brackets) == EOF) return -1;
  }
  return refresh() == ERR ? -1 : 0;
}

void cncurses_repaint(void) { clearok(curscr, TRUE); }

int cncurses_key(int milliseconds, uint32_t *value) {
  timeout(milliseconds);
  wint_t key = 0;
  int kind = get_wch(&key);
  *value = (uint32_t)key;
  return kind;
}
