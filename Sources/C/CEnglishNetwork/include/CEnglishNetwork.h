#ifndef HYZER_ENGLISH_NETWORK_H
#define HYZER_ENGLISH_NETWORK_H

#include <stddef.h>

// Returns the bytes of Models/english.network, which are part of the program, and how many they are.
const void *hyzer_english_network(size_t *count);

#endif
