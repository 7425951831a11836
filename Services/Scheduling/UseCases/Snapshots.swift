import Outbox
import Postgres

/// What Scheduling's topics tell of, as it is.
let snapshots = [
    Snapshot(.appointments) { after, most, tx in try await tx.appointmentSnapshots(after: after, most) },
    Snapshot(.availability) { after, most, tx in try await tx.availabilitySnapshots(after: after, most) }
]
