import CareModels
import CareService
import Foundation
import HTTP

/// `GET /feed?after=&epoch=&limit=`: the entries of the caller's feed after a sequence; what the stream sends, over HTTP. Who asks for server-sent events gets
/// the stream itself.
struct ListFeed: Sendable {
    let dependencies: Dependencies
    let events: OpenEventStream

    func handle(_ request: Request) async throws -> Response {
        if request.asksForEventStream { return try await events.handle(request) }
        // The route lets who has no token in, for a ticket's sake, and tickets are for streams.
        guard let identity = request.caller else { throw CallerCheck.noToken }
        let user = try identity.user()
        var checks = Checks()
        let limit = try checks.read(request.query.int("limit", in: 1...200)) ?? 50
        let after = try checks.read(request.query.int("after", in: 0...Int.max))
        let epoch = try checks.read(request.query.id("epoch", of: FeedState.self))
        try checks.done()
        let language = request.language
        return try await dependencies.pool.reading(request) { connection in
            let state = try await connection.feedState(of: user)
            let resume = Resume(
                since: after ?? 0, epoch: epoch?.uuid, current: state.epoch, sequence: state.sequence, forgotten: state.forgotten, most: .max)
            var view = FeedView(epoch: state.epoch.lowercaseText, sequence: state.sequence, recovered: true, items: [])
            guard case .replay(let start) = resume else {
                view.recovered = false
                return try .json(view).written(in: language)
            }
            let entries = try await connection.openedFeedEntries(of: user, after: start, limit: limit, with: dependencies.keys)
            // What was there went meanwhile, for its age.
            guard start == state.sequence || entries.first?.record.sequence == start + 1 else {
                view.recovered = false
                return try .json(view).written(in: language)
            }
            let now = dependencies.moment()
            view.items = entries.map { FeedEntryView($0, for: user, now: now, in: language) }
            // An entry that came between the two reads.
            view.sequence = max(view.sequence, view.items.last?.sequence ?? 0)
            if let last = view.items.last?.sequence, last < view.sequence { view.nextCursor = String(last) }
            return try .json(view).written(in: language)
        }
    }
}
