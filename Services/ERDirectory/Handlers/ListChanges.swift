import CareModels
import HTTP
import JSON
import Postgres

/// `GET /ers/changes?since=&limit=`: what has changed since a position of the feed, deletions too: how a client that is often offline keeps a
/// copy of the directory. Without `since` it is everything. Each item is the present state, so something may come again, never be missed.
struct ListChanges: Sendable {
    let dependencies: Dependencies

    /// What every program's numbers hold exactly (RFC 8259, section 6).
    private static let largest = 9_007_199_254_740_991

    private struct Item: JSONWritable, Sendable {
        enum Kind: String { case er, schedule }

        var position: Int
        var type: Kind
        var erId: ERID
        /// The emergency room is gone, its hours with it; or the date's hours are not known any more.
        var deleted: Bool
        var er: ERView?
        var schedule: ScheduleDayView?

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("deleted", deleted)
                $0.member("er", er)
                $0.member("erId", erId.description)
                $0.member("position", position)
                $0.member("schedule", schedule)
                $0.member("type", type.rawValue)
            }
        }
    }

    private struct Body: JSONWritable, Sendable {
        var items: [Item]
        /// Ask with this as `since` next time.
        var nextSince: Int
        /// There is more already.
        var more: Bool

        func write(to json: inout JSONWriter) {
            json.object {
                $0.list("items", items)
                $0.member("more", more)
                $0.member("nextSince", nextSince)
            }
        }
    }

    func handle(_ request: Request) async throws -> Response {
        let since = try request.query.int("since", in: 0...Self.largest) ?? 0
        let limit = try request.query.int("limit", in: 1...1000) ?? 200
        let now = dependencies.now()
        // One snapshot: between two of them something could change that the later positions follow.
        let (positions, all) = try await dependencies.pool.transaction(.repeatableRead) { tx in
            (try await tx.feedPositions(), try await changes(after: since, limit: limit + 1, tx))
        }
        guard since == 0 || positions.contains(since) else {
            throw Problem(
                .gone, "start-again", title: "This directory has no such position",
                detail: "It was restored from an earlier state. Ask again without since, and replace your copy.")
        }
        let items = Array(all.prefix(limit))
        let more = all.count > limit
        let body = Body(items: items, nextSince: more ? items.last?.position ?? positions.upperBound : positions.upperBound, more: more)
        let cache = Caching(dependencies.settings).shared(now: now.epochSeconds)
        return .json(body).tagged("\"\(positions.upperBound)\"", cache: cache)
    }

    private func changes(after since: Int, limit: Int, _ tx: Transaction) async throws -> [Item] {
        let ers = try await tx.ers(after: since, limit: limit).map { record in
            let isGone = record.removedAt != nil
            return Item(
                position: record.position, type: .er, erId: record.id, deleted: isGone,
                er: isGone ? nil : ERView(record, directions: dependencies.settings.directions), schedule: nil)
        }
        let schedules = try await tx.schedules(after: since, limit: limit).map { day in
            Item(position: day.position, type: .schedule, erId: day.erID, deleted: day.hours == nil, er: nil, schedule: ScheduleDayView(day))
        }
        return Array((ers + schedules).sorted { $0.position < $1.position }.prefix(limit))
    }
}
