import Postgres
import Telemetry

/// The database pool's figures, which are cheaper to read than to keep.
enum PoolMetrics {
    private static let connections = Gauge.labelled("care_database_connections", "idle and leased connections of the pool", by: "state")
    private static let waiting = Gauge("care_database_leases_waiting", "work that waits for a connection now")
    private static let leases = Counter("care_database_leases_total", "connections lent")
    private static let quickReads = Counter("care_database_quick_reads_total", "reads by a key; those that came together shared a lease")
    private static let timeouts = Counter(
        "care_database_lease_timeouts_total", "work that found no connection within 2 s: those requests heard 503")
    private static let retries = Counter("care_database_transaction_retries_total", "transactions run again after a conflict or deadlock")
    private static let reconnects = Counter("care_database_reconnects_total", "connections that were lost and replaced")
    private static let standbyReads = Counter("care_database_standby_reads_total", "reads that a standby answered")
    private static let standbyFallbacks = Counter.labelled(
        "care_database_standby_fallbacks_total", "reads for a standby that the primary was asked for, and why", by: "reason")

    static func update(_ pool: PostgresPool) {
        update(pool.statistics)
        guard let standbys = pool.standbyStatistics else { return }
        standbyReads.set(total: Double(standbys.reads))
        for (reason, count) in standbys.fallbacks { standbyFallbacks(reason).set(total: Double(count)) }
    }

    private static func update(_ pool: PostgresPool.Statistics) {
        connections("idle").set(Double(pool.idle))
        connections("leased").set(Double(pool.leased))
        waiting.set(Double(pool.waiting))
        leases.set(total: Double(pool.leases))
        quickReads.set(total: Double(pool.quickReads))
        timeouts.set(total: Double(pool.leaseTimeouts))
        retries.set(total: Double(pool.retries))
        reconnects.set(total: Double(pool.reconnects))
    }
}
