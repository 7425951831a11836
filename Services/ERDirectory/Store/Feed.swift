import Postgres

/// The table's only row, which a migration makes, is not there.
private struct FeedIsGone: Error {}

/// A change of the details, or of one date's hours, as it is now.
enum FeedChange: Sendable {
    case er(ERRecord)
    case schedule(DaySchedule)

    var position: Int {
        switch self {
        case .er(let record): record.position
        case .schedule(let day): day.position
        }
    }
}

extension PostgresRunner {
    /// What changed after a position, in the feed's order. Read it in the snapshot of its `feedPositions`.
    func changes(after position: Int, limit: Int) async throws -> [FeedChange] {
        let ers = try await ers(after: position, limit: limit).map { FeedChange.er($0) }
        let schedules = try await schedules(after: position, limit: limit).map { FeedChange.schedule($0) }
        return Array((ers + schedules).sorted { $0.position < $1.position }.prefix(limit))
    }

    /// Where a reader of the feed may be: from before its first change to the newest.
    func feedPositions() async throws -> ClosedRange<Int> {
        guard let row = try await first("SELECT floor, last FROM feed") else { throw FeedIsGone() }
        let floor: Int = try row["floor"]
        return floor...(try row["last"])
    }
}

extension Transaction {
    /// Draws so many positions of the feed: the first of them. From here on until the commit nobody else draws any, which is what makes them
    /// visible in their order; so draw last, after every lock, and be quick.
    func drawPositions(_ count: Int) async throws -> Int {
        guard let row = try await first("UPDATE feed SET last = last + \(count) RETURNING last") else { throw FeedIsGone() }
        let last: Int = try row["last"]
        return last - count + 1
    }

    /// Moves every change beyond all positions that can have been given out before. The new floor.
    func beginFeedAnew() async throws -> Int {
        let row = try await first(
            """
            WITH earlier AS (SELECT floor, last FROM feed FOR UPDATE)
            UPDATE feed SET floor = earlier.last + \(Self.mostLostPositions), last = feed.last - earlier.floor + earlier.last + \(Self.mostLostPositions)
            FROM earlier RETURNING feed.floor, feed.floor - earlier.floor AS shift
            """)
        guard let row else { throw FeedIsGone() }
        let shift: Int = try row["shift"]
        try await batch(["UPDATE ers SET position = position + \(shift)", "UPDATE schedules SET position = position + \(shift)"])
        return try row["floor"]
    }

    /// No directory is changed so often between a backup and its restoration; and after a million of them the positions are still what every
    /// program's numbers hold exactly.
    private static let mostLostPositions = 1_000_000_000
}
