import CareModels
import Foundation
import Postgres
import Sealing

/// One use of a record, opened.
struct NotedAccess: Sendable {
    var id: NotedID
    var event: AccessEvent
    /// Of a provider, as they call themselves now.
    var name: String?
}

struct AccessPage: Sendable {
    var events: [NotedAccess]
    var hasMore: Bool
    /// Behind it the next page goes on, where this one ended before it was full.
    var place: NotedID?

    var next: NotedID? { hasMore ? place ?? events.last?.id : nil }

    /// So many rows are looked through for one page of a search: they are sealed, and nothing of them is found otherwise.
    static let mostLookedThrough = 5000
}

extension PostgresRunner {
    /// The newest first.
    ///
    /// - Parameters:
    ///   - search: of those that were opened; the page may be short of `limit` then, and go on.
    ///   - mostLooks: of the search.
    ///   - mostBytes: of what is read in one statement.
    func notedAccesses(
        of owner: UserID, in range: TimeRange, after place: NotedID?, limit: Int, _ key: PersonKey, where search: AccessSearch = AccessSearch(),
        mostLooks: Int = AccessSearch.mostLooks, mostBytes: Int = KeptAccess.mostBytes
    ) async throws -> AccessPage {
        // A row is written a little after what it holds happened.
        let (from, until) = (range.from, range.until?.addingTimeInterval(60))
        var events: [NotedAccess] = []
        var (upTo, hasMore) = (place?.sequence, true)
        var (looked, looks, seen) = (0, 0, place)
        while hasMore, events.count <= limit, search.isAnything || looked < AccessPage.mostLookedThrough && looks < mostLooks {
            let (rows, isMore) = try await accesses(of: owner, upTo: upTo, from: from, until: until, limit: limit + 1, bytes: mostBytes)
            var opened = 0
            for row in rows.prefix(limit) where looks < mostLooks {
                try Task.checkCancellation()
                opened += 1
                for (index, event) in try row.row.opened(key).enumerated().reversed() {
                    if let place, row.sequence == place.sequence, index >= place.index { continue }
                    if let from = range.from, event.at < from { continue }
                    if let until = range.until, event.at >= until { continue }
                    seen = NotedID(sequence: row.sequence, index: index)
                    guard search.holds(of: event, in: owner, &looks) else { continue }
                    events.append(NotedAccess(id: NotedID(sequence: row.sequence, index: index), event: event))
                }
            }
            hasMore = isMore || rows.count > opened
            looked += rows.count
            upTo = opened < rows.count ? rows[opened].sequence : rows.last.map { $0.sequence - 1 }
        }
        let isShort = events.count <= limit
        hasMore = hasMore || !isShort
        events = Array(events.prefix(limit))
        let names = try await names(ofProviders: Set(events.filter { $0.event.role == .provider }.compactMap(\.event.actor)))
        for index in events.indices { events[index].name = events[index].event.actor.flatMap { names[$0] } }
        return AccessPage(events: events, hasMore: hasMore, place: isShort ? seen : nil)
    }

    /// Those that are called so, the newest first.
    func notedAccesses(
        _ ids: [NotedID], of owner: UserID, in range: TimeRange, after place: NotedID?, limit: Int, _ key: PersonKey, where search: AccessSearch
    ) async throws -> AccessPage {
        var events: [NotedAccess] = []
        var looks = 0
        for id in ids.sorted(by: >) where place.map({ id < $0 }) ?? true {
            guard events.count <= limit, let noted = try await notedAccess(id, of: owner, key) else { continue }
            let isWithin = (range.from.map { noted.event.at >= $0 } ?? true) && (range.until.map { noted.event.at < $0 } ?? true)
            if isWithin, search.holds(of: noted.event, in: owner, &looks) { events.append(noted) }
        }
        return AccessPage(events: Array(events.prefix(limit)), hasMore: events.count > limit)
    }

    func notedAccess(_ id: NotedID, of owner: UserID, _ key: PersonKey) async throws -> NotedAccess? {
        guard let row = try await accesses(of: owner, behind: id.sequence - 1, limit: 1).first, row.sequence == id.sequence else { return nil }
        let events = try row.row.opened(key)
        guard events.indices.contains(id.index) else { return nil }
        let event = events[id.index]
        let name = try await names(ofProviders: Set([event.actor].compactMap { $0 }))
        return NotedAccess(id: id, event: event, name: event.actor.flatMap { name[$0] })
    }
}
