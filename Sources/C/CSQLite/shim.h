#include <sqlite3.h>

/* Leaves the write-ahead log as it is when the connection is closed; sqlite3_db_config is variadic, which
 * Swift does not import. */
static inline int csqlite_keep_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/* SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. An empty
 * text may come without an address, which SQLite would take for NULL. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                    sqlite3_uint64 bytes) {
  return sqlite3_bind_text64(statement, index, text ? text : "", bytes, SQLITE_TRANSIENT,
                             SQLITE_UTF8);
}
