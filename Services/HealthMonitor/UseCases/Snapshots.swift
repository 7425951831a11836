import Outbox
import Postgres

/// What HealthMonitor's topics tell of, as it is. Batches of heart rates are left out: each is what happened, and there is no state that they make up.
let snapshots = [
    Snapshot(.alerts) { after, most, tx in try await tx.alertSnapshots(after: after, most) },
    Snapshot(.reminders) { after, most, tx in try await tx.reminderSnapshots(after: after, most) }
]
