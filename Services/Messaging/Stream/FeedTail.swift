import CareModels
import Foundation

/// A feed as its stream tells it, whatever carries that: from where it begins, what was missed, then what comes. It holds no entries but those that it is
/// just sending, so a slow reader costs nothing but a place in the database to go on from.
struct FeedTail: Sendable {
    let server: StreamServer
    let session: StreamSession
    let carrier: any StreamCarrier

    /// Entries in one frame, and its bytes when there are several: common clients take a megabyte.
    static let batch = 50
    static let mostBytes = 256 << 10

    /// Says whether the client can go on from where it was, and sends what it missed. Without `since` it hears what comes from now on.
    func resume(since: Int?, epoch: UUID?) async throws -> FeedPlace {
        let state = try await server.dependencies.pool.quickReads.feedState(of: session.userId)
        let resume = Resume(since: since, epoch: epoch, current: state.epoch, sequence: state.sequence, forgotten: state.forgotten)
        session.resumed()
        switch resume {
        case .replay(let after):
            let place = FeedPlace(epoch: state.epoch, sequence: after)
            try await begin(at: place, recovered: true)
            return try await sendEntries(after: place)
        case .snapshot:
            let place = FeedPlace(epoch: state.epoch, sequence: state.sequence)
            try await begin(at: place, recovered: false)
            return place
        }
    }

    private func begin(at place: FeedPlace, recovered: Bool) async throws {
        let frame = StreamFrameView.Resumed(recovered: recovered, epoch: place.epoch.lowercaseText, sequence: place.sequence)
        try await carrier.carry(frame, at: place)
    }

    /// Sends what the session was told of since.
    func tell(_ work: StreamSession.Work, after place: FeedPlace) async throws -> FeedPlace {
        for typing in work.typing {
            let frame = StreamFrameView.Typing(
                conversationId: typing.conversationId, userId: typing.userId, typing: typing.typing ?? true, typingAt: typing.typingAt)
            try await carrier.carry(frame)
        }
        return work.target > place.sequence ? try await sendEntries(after: place) : place
    }

    /// Sends all that is there, a batch at a time, and returns the place after the last; none that was not read before the session was over.
    private func sendEntries(after start: FeedPlace) async throws -> FeedPlace {
        var place = start
        while !session.isOver {
            let sequence = place.sequence
            let entries = try await server.dependencies.pool.withConnection { connection in
                try await connection.openedFeedEntries(of: session.userId, after: sequence, limit: Self.batch, with: server.dependencies.keys)
            }
            guard let last = entries.last else { return place }
            let now = server.dependencies.moment()
            try await send(entries.map { FeedEntryView($0, for: session.userId, now: now, in: session.language) }[...], in: place.epoch)
            place.sequence = last.record.sequence
            if entries.count < Self.batch { return place }
        }
        return place
    }

    /// In one frame, or in two of half as many as long as it would be too large.
    private func send(_ entries: ArraySlice<FeedEntryView>, in epoch: UUID) async throws {
        guard let last = entries.last else { return }
        let frame = StreamFrameView.Entries(entries: Array(entries))
        let json = try CareJSON.encode(frame)
        guard json.count > Self.mostBytes, entries.count > 1 else {
            return try await carrier.carry(json, of: frame.type, at: FeedPlace(epoch: epoch, sequence: last.sequence))
        }
        let middle = entries.startIndex + entries.count / 2
        try await send(entries[..<middle], in: epoch)
        try await send(entries[middle...], in: epoch)
    }
}
