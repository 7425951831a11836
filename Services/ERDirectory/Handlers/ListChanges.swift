import CareModels
import HTTP

/// `GET /ers/changes?since=&limit=&after=`: what has changed since a position of the feed, deletions too: how a client that is often offline keeps a
/// copy of the directory. Without `since` it is everything; `after` goes on with a reading. Each item is the present state, so something may come again, never be missed.
struct ListChanges: Sendable {
    let dependencies: Dependencies

    /// What every program's numbers hold exactly (RFC 8259, section 6).
    private static let largest = 9_007_199_254_740_991

    func handle(_ request: Request) async throws -> Response {
        var checks = Checks()
        let wanted = try checks.read(request.page())
        let asked = try checks.read(request.query.int("since", in: 0...Self.largest)) ?? 0
        let page = try checks.done(wanted)
        let since = try page.int(at: 0).map { min(max($0, 0), Self.largest) } ?? asked
        let now = dependencies.now()
        // One snapshot: between two of them something could change that the later positions follow.
        let (positions, all) = try await dependencies.pool.transaction(.repeatableRead) { snapshot in
            (try await snapshot.feedPositions(), try await snapshot.changes(after: since, limit: page.limit + 1))
        }
        guard since == 0 || positions.contains(since) else { throw Refusal.noSuchPosition }
        let changes = page.page(all) { ["\($0.position)"] }
        let next = changes.nextCursor == nil ? positions.upperBound : changes.items.last?.position ?? positions.upperBound
        let directions = dependencies.settings.directions
        let view = ChangesView(items: changes.items.map { ChangeView($0, directions: directions) }, nextCursor: changes.nextCursor, nextSince: next)
        let cache = Caching(dependencies.settings).shared(now: now.epochSeconds)
        return .json(view).tagged("\"\(positions.upperBound)\"", cache: cache)
    }
}
