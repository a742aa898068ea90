// What the program is built from: a commit, or nothing where the build was not told.
extern const char *const _Nonnull hyzer_commit;
