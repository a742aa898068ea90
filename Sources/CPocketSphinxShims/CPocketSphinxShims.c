#include "CPocketSphinxShims.h"
