import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import MessagingService

/// The feed as server-sent events: what differs from the WebSocket's, and that the rest does not.
@Suite(.timeLimit(.minutes(5))) struct EventStreamTests {
    private func open(_ world: World, _ member: World.Member, from last: String? = nil, path: String = "/feed") async throws -> RawEventSource {
        var headers = ["Authorization": "Bearer \(member.token)"]
        headers["Last-Event-ID"] = last
        return try await RawEventSource.open(port: world.server.port, path: path, headers: headers)
    }

    private func frame(_ name: String, _ source: RawEventSource) async throws -> FrameBody {
        let event = try #require(try await source.next())
        let frame = try CareJSON.decode(FrameBody.self, from: Data(event.data.utf8))
        #expect(event.name == name && frame.type == name, "\(event)")
        return frame
    }

    private func entries(_ count: Int, _ source: RawEventSource) async throws -> [FeedBody.Entry] {
        var entries: [FeedBody.Entry] = []
        while entries.count < count { entries += try await frame("entries", source).entries ?? [] }
        return entries
    }

    /// The event that a stream ends with, and that it ends.
    private func end(_ source: RawEventSource) async throws -> Int? {
        let code = try await frame("end", source).code
        #expect(try await source.next() == nil)
        return code
    }

    @Test func entriesComeLiveAndAreResumedWithNoGapAndNoDouble() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: nil)
            let first = try await open(world, provider)
            #expect(first.status == 200)
            #expect(first.headers["content-type"] == "text/event-stream")
            #expect(first.headers["cache-control"] == "no-store, no-transform")
            let begun = try await frame("resumed", first)
            #expect(begun.recovered == true && begun.sequence == 1)
            #expect(first.retry == 3000)
            let epoch = try #require(begun.epoch)
            #expect(first.lastEventID == "\(epoch).1")
            for index in 0..<5 { _ = try await world.say("early \(index)", patient, in: made.id) }
            var seen = try await entries(5, first)
            #expect(first.lastEventID == "\(epoch).6")
            await first.cut()
            for index in 0..<50 { _ = try await world.say("missed \(index)", patient, in: made.id) }
            let second = try await open(world, provider, from: first.lastEventID)
            #expect(try await frame("resumed", second).recovered == true)
            // More comes while it resumes.
            async let more: Void = {
                for index in 0..<20 { _ = try await world.say("meanwhile \(index)", patient, in: made.id) }
            }()
            seen += try await entries(70, second)
            try await more
            #expect(seen.map(\.sequence) == Array(2...76))
            #expect(Set(seen.compactMap(\.item?.id)).count == 75)
            await second.cut()
        }
    }

    @Test func aPageSaysInItsAddressWhatItHas() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            _ = try await world.converse(patient, provider, text: "before")
            let whole = try await open(world, provider, path: "/feed?after=0")
            let begun = try await frame("resumed", whole)
            #expect(begun.sequence == 0)
            #expect(try await entries(2, whole).map(\.sequence) == [1, 2])
            // What the browser remembers is newer.
            let epoch = try #require(begun.epoch)
            let again = try await open(world, provider, from: "\(epoch).1", path: "/feed?after=0&epoch=\(UUID())")
            #expect(try await frame("resumed", again).recovered == true)
            #expect(try await entries(1, again).map(\.sequence) == [2])
            for place in ["\(UUID()).1", "\(epoch).99"] {
                let lost = try await open(world, provider, from: place)
                let resumed = try await frame("resumed", lost)
                #expect(resumed.recovered == false && resumed.sequence == 2)
                await lost.cut()
            }
            await whole.cut()
            await again.cut()
        }
    }

    @Test func typingReachesIt() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let source = try await open(world, provider)
            _ = try await frame("resumed", source)
            let place = source.lastEventID
            world.dependencies.hub.hear(
                FeedTyping(
                    participationId: ParticipationID(.v7()), version: 1, conversationId: made.id, userId: patient.id, recipientIds: [provider.id],
                    typingAt: world.dependencies.moment(), typing: true))
            let typing = try await frame("typing", source)
            #expect(typing.userId == patient.id && typing.typing == true)
            #expect(source.lastEventID == place)
            await source.cut()
        }
    }

    // MARK: Who may open it

    @Test func whoMayNotOpensNone() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            func status(_ headers: [String: String], _ path: String = "/feed") async throws -> Int {
                let source = try await RawEventSource.open(port: world.server.port, path: path, headers: headers)
                await source.cut()
                return source.status
            }
            let bearer = ["Authorization": "Bearer \(patient.token)"]
            #expect(try await status([:]) == 401)
            #expect(try await status(["Authorization": "Bearer nonsense"]) == 401)
            #expect(try await status([:], "/feed?ticket=nonsense") == 401)
            let narrow = try World.token(patient.id, .patient, scope: "messages:write")
            #expect(try await status(["Authorization": "Bearer \(narrow)"]) == 403)
            let scheduler = try World.token(UserID(.v7()), .scheduler)
            #expect(try await status(["Authorization": "Bearer \(scheduler)"]) == 403)
            #expect(try await status(bearer.merging(["Origin": "https://evil.test"]) { $1 }) == 403)
            #expect(try await status(bearer.merging(["Origin": World.origin]) { $1 }) == 200)
            #expect(try await status(bearer.merging(["Last-Event-ID": "yesterday"]) { $1 }) == 400)
            #expect(try await status(bearer, "/feed?limit=10") == 400)
            #expect(try await status(bearer, "/feed?after=-1") == 400)
        }
    }

    @Test func aTicketOpensOneStreamOnceAndNoPage() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let body: TicketBody = try await world.send(.POST, "/stream/tickets", patient).decode()
            let path = "/feed?ticket=\(body.ticket)"
            func open(_ headers: [String: String]) async throws -> RawEventSource {
                try await RawEventSource.open(port: world.server.port, path: path, headers: headers)
            }
            // Neither of these spends it.
            #expect(try await world.get(path, nil).status == 401)
            #expect(try await open(["Origin": "https://evil.test"]).status == 403)
            let source = try await open(["Origin": World.origin])
            #expect(source.status == 200)
            #expect(source.headers["access-control-allow-origin"] == World.origin)
            #expect(try await frame("resumed", source).recovered == true)
            #expect(try await open([:]).status == 401)
            await source.cut()
        }
    }

    @Test func aUsersStreamsCountTogetherWhateverCarriesThem() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (socket, _) = try await world.stream(patient)
            var sources: [RawEventSource] = []
            for _ in 1..<FeedHub.mostPerUser {
                let source = try await open(world, patient)
                _ = try await frame("resumed", source)
                sources.append(source)
            }
            #expect(world.dependencies.hub.count == FeedHub.mostPerUser)
            #expect(try await end(try await open(world, patient)) == 1013)
            try await socket.sendClose(1000)
            #expect(try await socket.closeCode() == 1000)
            while world.dependencies.hub.count == FeedHub.mostPerUser { try await Task.sleep(for: .milliseconds(5)) }
            let next = try await open(world, patient)
            _ = try await frame("resumed", next)
            for source in sources + [next] { await source.cut() }
            while world.dependencies.hub.count > 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    // MARK: How it ends

    @Test func itEndsWithItsSession() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let session = SessionID(.v7())
            let member = World.Member(id: patient.id, token: try World.token(patient.id, .patient, session: session))
            let source = try await open(world, member)
            _ = try await frame("resumed", source)
            let ticket: TicketBody = try await world.send(.POST, "/stream/tickets", member).decode()
            world.dependencies.hub.end(session: session, of: patient.id)
            #expect(try await end(source) == 4401)
            // A ticket outlives the request that it was made by.
            world.verifier.revoke(session: session, until: Date().addingTimeInterval(3600))
            let late = try await RawEventSource.open(port: world.server.port, path: "/feed?ticket=\(ticket.ticket)", headers: [:])
            #expect(try await end(late) == 4401)
        }
    }

    @Test func itEndsWithItsToken() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let source = try await open(world, patient)
            _ = try await frame("resumed", source)
            world.passTime(1200)
            world.dependencies.hub.tick()
            #expect(try await end(source) == 4401)
        }
    }

    @Test func aSilentStreamSaysThatItIsThere() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let source = try await open(world, patient)
            _ = try await frame("resumed", source)
            for _ in 0..<2 {
                world.passTime(EventConversation.heartbeat + 1)
                world.dependencies.hub.tick()
                try await source.heartbeat()
            }
            await source.cut()
        }
    }

    @Test func aDrainSaysGoingAway() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let source = try await open(world, patient)
            _ = try await frame("resumed", source)
            let server = world.server
            async let drained: Void = server.drain(within: .seconds(10))
            #expect(try await end(source) == 1001)
            await drained
            #expect(server.openConnections == 0)
            #expect(world.dependencies.hub.count == 0)
        }
    }

    /// It reads nothing; the service neither keeps what it misses nor waits for ever, and it resumes where it was.
    @Test func aSlowReaderIsBrokenOffAndResumes() async throws {
        try await World.run(size: 10, { $0.socket.writeDeadline = .milliseconds(400) }) { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: nil)
            let source = try await open(world, provider)
            let begun = try #require(try await frame("resumed", source).sequence)
            let place = source.lastEventID
            try await source.stopReading()
            let sent = try await world.sayUntilNobodyListens(patient, in: made.id)
            await source.cut()
            let again = try await open(world, provider, from: place)
            #expect(try await frame("resumed", again).recovered == true)
            let found = try await entries(min(sent, 100), again)
            #expect(found.map(\.sequence) == Array(begun + 1...begun + found.count))
            await again.cut()
        }
    }

    @Test(
        arguments: [("", nil), ("7", nil), ("x.7", nil), ("00000000-0000-4000-8000-000000000001.-7", nil), ("00000000-0000-4000-8000-000000000001.7", 7)]
            as [(String, Int?)])
    func places(_ text: String, sequence: Int?) {
        #expect(FeedPlace(text)?.sequence == sequence)
        if let place = FeedPlace(text) { #expect(place.description == text) }
    }
}
