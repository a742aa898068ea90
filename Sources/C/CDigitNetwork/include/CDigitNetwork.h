#ifndef HYZER_DIGIT_NETWORK_H
#define HYZER_DIGIT_NETWORK_H

#include <stddef.h>

// Returns the bytes of Models/digits.network, which are part of the program, and how many they are.
const void *hyzer_digit_network(size_t *count);

#endif
