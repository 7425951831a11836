import Outbox
import Postgres

/// What Records' topics tell of, as it is. Observations are left out: they hold values of somebody's health, and whoever may read them reads the records.
let snapshots = [
    Snapshot(.records) { after, most, tx in try await tx.recordSnapshots(after: after, most) }
]
