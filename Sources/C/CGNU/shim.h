#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/types.h>

/* Hidden by the headers unless _GNU_SOURCE is defined before Swift's module of them is made. */
int memfd_create(const char *name, unsigned int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pthread_clockjoin_np(
    pthread_t thread, void **result, clockid_t clock, const struct timespec *end);
int pthread_setname_np(pthread_t thread, const char *name);

static const unsigned int HYZER_MFD_CLOEXEC = 1;
