import Postgres
import Telemetry

/// The database pool's figures, which are cheaper to read than to keep.
enum PoolMetrics {
    static func update(_ pool: PostgresPool.Statistics, _ registry: MetricsRegistry = Metrics.registry) {
        let gauges = [("idle", pool.idle), ("leased", pool.leased)]
        for (state, count) in gauges { registry.series("care_database_connections", [("state", state)], .gauge).set(Double(count)) }
        registry.series("care_database_leases_waiting", [], .gauge).set(Double(pool.waiting))
        let counters = [
            ("care_database_leases_total", pool.leases), ("care_database_lease_timeouts_total", pool.leaseTimeouts),
            ("care_database_transaction_retries_total", pool.retries), ("care_database_reconnects_total", pool.reconnects)
        ]
        for (name, count) in counters { registry.series(name, [], .counter).set(Double(count)) }
    }
}
