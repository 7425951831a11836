import CareModels
import Foundation
import Postgres
import Sealing

/// One use of a record, opened, with its place in the log.
struct NotedAccess: Sendable {
    var sequence: Int
    var id: NotedID
    var event: AccessEvent
    /// Of a provider, as they call themselves now.
    var name: String?
}

/// Where the list goes on: behind this one.
struct AccessPlace: Sendable {
    var sequence: Int
    var index: Int

    init(_ noted: NotedAccess) { (sequence, index) = (noted.sequence, noted.id.index) }

    init?(_ text: String) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let sequence = numbers[0], let index = numbers[1], sequence >= 1, index >= 0 else { return nil }
        (self.sequence, self.index) = (sequence, index)
    }

    var text: String { "\(sequence).\(index)" }
}

struct AccessPage: Sendable {
    var events: [NotedAccess]
    var hasMore: Bool
}

extension PostgresRunner {
    /// The newest first.
    func notedAccesses(of owner: UserID, in range: TimeRange, after place: AccessPlace?, limit: Int, _ key: PersonKey) async throws -> AccessPage {
        // A row is written a little after what it holds happened.
        let (from, until) = (range.from, range.until?.addingTimeInterval(60))
        var events: [NotedAccess] = []
        var (upTo, hasMore) = (place?.sequence, true)
        while hasMore, events.count <= limit {
            let rows = try await accesses(of: owner, upTo: upTo, from: from, until: until, limit: limit + 1)
            for row in rows.prefix(limit) {
                for (index, event) in try row.row.opened(key).enumerated().reversed() {
                    if let place, row.sequence == place.sequence, index >= place.index { continue }
                    if let from = range.from, event.at < from { continue }
                    if let until = range.until, event.at >= until { continue }
                    events.append(NotedAccess(sequence: row.sequence, id: NotedID(row: row.row.id, index: index), event: event))
                }
            }
            hasMore = rows.count > limit
            upTo = rows.last?.sequence
        }
        hasMore = hasMore || events.count > limit
        events = Array(events.prefix(limit))
        let names = try await names(ofProviders: Set(events.filter { $0.event.role == .provider }.compactMap(\.event.actor)))
        for index in events.indices { events[index].name = events[index].event.actor.flatMap { names[$0] } }
        return AccessPage(events: events, hasMore: hasMore)
    }

    func notedAccess(_ id: NotedID, of owner: UserID, _ key: PersonKey) async throws -> NotedAccess? {
        guard let row = try await access(id.row, of: owner) else { return nil }
        let events = try row.row.opened(key)
        guard events.indices.contains(id.index) else { return nil }
        let event = events[id.index]
        let name = try await names(ofProviders: Set([event.actor].compactMap { $0 }))
        return NotedAccess(sequence: row.sequence, id: id, event: event, name: event.actor.flatMap { name[$0] })
    }
}
