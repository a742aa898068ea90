#include "CWebSockets.h"
