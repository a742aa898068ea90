#include "CEnglishNetwork.h"

// Clang takes this directive of C23 in earlier standards too, and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char network[] = {
#embed "../../../Models/english.network"
};

const void *hyzer_english_network(size_t *count) {
  *count = sizeof network;
  return network;
}
