#pragma once

/* Without this the wide-character functions are not declared. */
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <stdint.h>
#include <stdio.h>

/* ncurses works on a window in a global variable, through macros, and draws with attributes that
   are macros too; Swift imports none of these. All functions are for one thread at a time. */

/* What cncurses_probe found. */
enum {
  CNCURSES_TYPE_GOOD,
  CNCURSES_TYPE_UNKNOWN,
  CNCURSES_TYPE_CANNOT_MOVE,
};

/* Looks a terminal type up, without touching the terminal, and keeps the codes that bring one of
   its kind back to normal. */
int cncurses_probe(const char *type, int descriptor);

/* Remembers the terminal's modes; from now on, a signal that ends the process brings the terminal
   back to normal first, and is then handled as it was before. To be called between cncurses_probe
   and cncurses_open, since ncurses takes signals over only where nobody else has.
   Returns -1 if the terminal's modes cannot be read. */
int cncurses_guard(int descriptor);

/* Undoes cncurses_guard. */
void cncurses_unguard(void);

/* Takes the terminal over. Returns -1, and leaves it as it was, if it cannot be. */
int cncurses_open(const char *type, FILE *output, FILE *input, int wants_colors);

/* Gives the terminal back as it was. Returns -1 if that could not be written. */
int cncurses_close(void);

/* The size of the window in cells. */
void cncurses_size(int *height, int *width);

/* wcwidth(3), which Swift's C library module leaves out. */
int cncurses_width(uint32_t scalar);

enum {
  CNCURSES_BOLD = 1,
  CNCURSES_DIM = 2,
  CNCURSES_REVERSE = 4,
};

/* Colours of scores against par, beside ncurses's eight: the nearest of 256, or of eight where a
   terminal has no more. */
enum {
  CNCURSES_UNDER = 8,
  CNCURSES_OVER,
  CNCURSES_TWO_OVER,
};

/* Begins a frame: a blank window. */
void cncurses_erase(void);

/* Puts text, which ends in 0, into the frame, in one of ncurses's COLOR_ numbers, CNCURSES_OVER
   or the like or, for -1, in the terminal's own colour. What lies outside the window is left out. */
void cncurses_put(int row, int column, const uint32_t *scalars, int attributes, int color);

/* Ends a frame: sends what changed. The cursor is hidden for a negative row.
   Returns -1 if nothing could be written. */
int cncurses_refresh(int row, int column);

/* Has the next cncurses_refresh send everything. */
void cncurses_repaint(void);

/* Keys of their own: what comes between them is pasted. */
enum {
  CNCURSES_PASTE_BEGIN = KEY_MAX + 1,
  CNCURSES_PASTE_END,
};

/* Waits for a key, so many milliseconds at the most. Returns what get_wch does: ERR, or OK with a
   character's scalar, or KEY_CODE_YES with one of ncurses's KEY_ numbers. */
int cncurses_key(int milliseconds, uint32_t *value);
