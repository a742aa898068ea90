#include <alsa/asoundlib.h>
/* The plug-in interface, by which the tests build devices that fail on purpose. */
#include <alsa/pcm_external.h>
