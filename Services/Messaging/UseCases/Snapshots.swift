import Outbox
import Postgres

/// What Messaging's topics tell of, as it is. A feed is nobody's but its owner's, who reads it here.
let snapshots = [
    Snapshot(.conversations) { after, most, tx in try await tx.conversationSnapshots(after: after, most) },
    Snapshot(.messages) { after, most, tx in try await tx.messageSnapshots(after: after, most) }
]
