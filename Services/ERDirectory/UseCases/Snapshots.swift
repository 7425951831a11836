import CareModels
import Foundation
import Outbox
import Postgres

/// What the directory's topics tell of, as it is.
let snapshots = [
    Snapshot(.ers) { after, most, tx in try await tx.erSnapshots(after: after, most) },
    Snapshot(
        .erSchedules,
        asOf: { after, most, now, tx in
            // Somewhere it is still the day before, and its hours may reach into this one.
            let first = LocalDate(localSeconds: now.epochSeconds).advanced(by: -ScheduleRange.pastDays)
            return try await tx.erScheduleSnapshots(after: after, most, from: first)
        })
]
