import Outbox
import Postgres

/// What Auth's topics tell of, as it is. Sessions are left out: one that ended is refused for an hour at most, and the others are no events.
let snapshots = [
    Snapshot(.users) { after, most, tx in try await tx.userSnapshots(after: after, most) },
    Snapshot(.organisations) { after, most, tx in try await tx.organisationSnapshots(after: after, most) }
]
