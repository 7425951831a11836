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
static _Thread_local int claim_used;

void care_broker_claim_port(uint16_t port) {
  claimed_port = port;
  claim_used = 0;
}

int care_broker_port_was_claimed(void) { return claim_used; }

__attribute__((visibility("default"), used))
int bind(int socket, const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_in *asked = (const struct sockaddr_in *)address;
  if (claimed_port == 0 || length < sizeof(*asked) || asked->sin_family != AF_INET || asked->sin_port != 0) {
    return (int)syscall(SYS_bind, socket, address, length);
  }
  struct sockaddr_in wanted = *asked;
  wanted.sin_port = htons(claimed_port);
  claimed_port = 0;
  claim_used = 1;
  // A broker that restarts must not wait for the old connections' TIME_WAIT.
  int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  return (int)syscall(SYS_bind, socket, &wanted, sizeof(wanted));
}

void care_broker_set_join_delay(rd_kafka_mock_cluster_t *cluster, int32_t milliseconds) {
#if RD_KAFKA_VERSION >= 0x020600ff
  rd_kafka_mock_group_initial_rebalance_delay_ms(cluster, milliseconds);
#else
  (void)cluster;
  (void)milliseconds;
#endif
}
