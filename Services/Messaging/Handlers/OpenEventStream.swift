import CareModels
import Foundation
import HTTP

/// `GET /feed` with `Accept: text/event-stream`: the live tail of the caller's feed as server-sent events, for where a WebSocket is blocked.
struct OpenEventStream: Sendable {
    let dependencies: Dependencies
    let callers: StreamCallers
    let streams: StreamServer

    func handle(_ request: Request) async throws -> Response {
        // Before the ticket is spent.
        try request.checkOrigin()
        let start = try beginning(request)
        let owner = try await callers.owner(request)
        let streams = streams
        return .eventStream(writeDeadline: dependencies.settings.socket.writeDeadline) { stream in try await streams.serve(stream, for: owner, from: start) }
            .written(in: owner.language)
    }

    /// What a browser remembers is newer than what the page's address says.
    private func beginning(_ request: Request) throws -> EventConversation.Beginning {
        var checks = Checks()
        checks.check(request.query["limit"] == nil, "limit", "is for pages; a stream has no end")
        let after = try checks.read(request.query.int("after", in: 0...Int.max))
        let epoch = try checks.read(request.query.id("epoch", of: FeedState.self))
        try checks.done()
        guard let last = request.headers.first(name: "Last-Event-ID"), !last.isEmpty else { return .init(since: after, epoch: epoch?.uuid) }
        guard let place = FeedPlace(last) else {
            throw Problem.invalid(Fault("Last-Event-ID", "must be the id of an event of this stream; leave it out to hear what comes from now on"))
        }
        return .init(since: place.sequence, epoch: place.epoch)
    }
}
