#pragma once

#include <alsa/asoundlib.h>
/* The plug-in interface, by which the tests build devices that fail on purpose. */
#include <alsa/pcm_external.h>

/* ALSA prints its complaints to standard error unless given a handler, and the handler's type is
   variadic, which Swift cannot implement. */

/* Keeps ALSA's complaints instead of printing them, for the whole process. */
void calsa_keep_complaints(void);

/* Forgets this thread's complaint. */
void calsa_forget_complaint(void);

/* This thread's first complaint since calsa_forget_complaint, on one line; empty if there was none.
   The first names the cause, those after it only what followed from it. Valid until the thread's
   next call of calsa_forget_complaint. */
const char *calsa_complaint(void);
