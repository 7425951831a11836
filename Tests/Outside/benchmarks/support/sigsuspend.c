// Loaded before the others under callgrind. libdispatch parks the main thread with a mask in read-only memory, into which valgrind 3.24
// writes: it ends with a segmentation fault. Here the mask is a copy.
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
