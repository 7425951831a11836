#include "care_broker.h"
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The mock cluster binds to port 0 and advertises what it got; there is no setting for it. The dynamic linker finds the
// executable's bind() before libc's, so librdkafka calls this one. Every other caller gets exactly libc's behaviour.
static _Thread_local uint16_t claimed_port;

void care_broker_claim_port(uint16_t port) { claimed_port = port; }

__attribute__((visibility("default"), used))
int bind(int socket, const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_in *asked = (const struct sockaddr_in *)address;
  if (claimed_port == 0 || length < sizeof(*asked) || asked->sin_family != AF_INET || asked->sin_port != 0) {
    return (int)syscall(SYS_bind, socket, address, length);
  }
  struct sockaddr_in wanted = *asked;
  wanted.sin_port = htons(claimed_port);
  claimed_port = 0;
  // A broker that restarts must not wait for the old connections' TIME_WAIT.
  int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  return (int)syscall(SYS_bind, socket, &wanted, sizeof(wanted));
}

int care_broker_port_is_free(uint16_t port) {
  int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return 0;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  int yes = 1;
  setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  int is_free = bind(probe, (struct sockaddr *)&address, sizeof(address)) == 0 && listen(probe, 1) == 0;
  close(probe);
  return is_free;
}

void care_broker_set_join_delay(rd_kafka_mock_cluster_t *cluster, int32_t milliseconds) {
#if RD_KAFKA_VERSION >= 0x020600ff
  rd_kafka_mock_group_initial_rebalance_delay_ms(cluster, milliseconds);
#else
  (void)cluster;
  (void)milliseconds;
#endif
}
