#include <libpq-fe.h>

/* Swift imports no macros that are characters. */
static const int cpq_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int cpq_diag_message = PG_DIAG_MESSAGE_PRIMARY;
