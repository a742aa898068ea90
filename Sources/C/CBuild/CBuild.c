#include "CBuild.h"

const char *const hyzer_commit = HYZER_COMMIT;
