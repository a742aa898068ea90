#include "CDigitNetwork.h"

// Clang takes this directive of C23 in earlier standards too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char network[] = {
#embed "../../../Models/digits.network"
};

const void *hyzer_digit_network(size_t *count) {
  *count = sizeof network;
  return network;
}
