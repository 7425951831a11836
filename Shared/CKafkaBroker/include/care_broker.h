// What librdkafka's mock cluster cannot be asked for: a listening port of our choice, and joins of a group without delay.
#pragma once
#include <stdint.h>

typedef struct rd_kafka_mock_cluster_s rd_kafka_mock_cluster_t;

/// The next IPv4 socket that this thread binds to port 0 gets this port instead, once.
void care_broker_claim_port(uint16_t port);

/// Ends a group's first rebalance after this many milliseconds, where librdkafka (2.6 and later) can.
void care_broker_set_join_delay(rd_kafka_mock_cluster_t *cluster, int32_t milliseconds);

/// Whether 127.0.0.1 lets this port be listened on: the mock cluster aborts the process when it cannot.
int care_broker_port_is_free(uint16_t port);
