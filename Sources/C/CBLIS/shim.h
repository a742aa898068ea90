#include <blis-serial/cblas.h>
