import CareModels
import Foundation
import JSON
import ServiceTestKit
import Synchronization
import TestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(5))) struct StreamTests {
    @Test func helloResumeEntriesLive() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: "before")
            let (socket, hello) = try await world.stream(provider)
            #expect(hello.type == "hello")
            #expect(hello.sequence == 2)
            try await socket.send(#"{"type":"resume","since":0,"epoch":"\#(hello.epoch!)"}"#)
            let resumed = try await FrameBody.read(socket)
            #expect(resumed.type == "resumed")
            #expect(resumed.recovered == true)
            let replayed = try await entries(2, socket)
            #expect(replayed.map(\.sequence) == [1, 2])
            #expect(replayed[0].conversation?.id == made.id)
            #expect(replayed[1].item?.content?.text == "before")

            let sent = try await world.say("live", patient, in: made.id).item
            let live = try await entries(1, socket)
            #expect(live.map(\.sequence) == [3])
            #expect(live[0].item?.id == sent.id)
            #expect(live[0].item?.content?.text == "live")
            try await socket.send(#"{"type":"ping"}"#)
            #expect(try await FrameBody.read(socket).type == "pong")
            try await socket.send(#"{"type":"dance"}"#)
            #expect(try await FrameBody.read(socket).type == "error")
            try await socket.send(#"{"type":"resume","sinse":0}"#)
            let refused = try await FrameBody.read(socket)
            #expect(refused.type == "error" && refused.detail == "sinse is not known; did you mean since?")
            try await socket.sendClose(1000)
            #expect(try await socket.closeCode() == 1000)
        }
    }

    /// Each of these keys ended the process when Foundation's decoder met it.
    @Test func aFrameWithAStrangeKeyEndsItsStreamAlone() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (other, _) = try await world.stream(patient)
            for key in [#"\ud800"#, #"\udc00"#, #"\ud800A"#, #"\q"#, #"\uZZZZ"#] {
                let (socket, _) = try await world.stream(patient)
                try await socket.send(#"{"type":"ping","\#(key)":1}"#)
                #expect(try await socket.closeCode() == 1008)
            }
            try await other.send(#"{"type":"ping"}"#)
            #expect(try await FrameBody.read(other).type == "pong")
        }
    }

    @Test func fiftyMissedAreReplayedWithNoGapAndNoDouble() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: nil)
            let (first, hello) = try await world.stream(provider)
            try await first.send(#"{"type":"resume"}"#)
            #expect(try await FrameBody.read(first).sequence == hello.sequence)
            for index in 0..<5 { _ = try await world.say("early \(index)", patient, in: made.id) }
            var seen = try await entries(5, first)
            await first.cut()
            for index in 0..<50 { _ = try await world.say("missed \(index)", patient, in: made.id) }
            let (second, _) = try await world.stream(provider)
            // More comes while it resumes.
            async let more: Void = {
                for index in 0..<20 { _ = try await world.say("meanwhile \(index)", patient, in: made.id) }
            }()
            try await second.send(#"{"type":"resume","since":\#(seen.last!.sequence)}"#)
            seen += try await entries(70, second)
            try await more
            #expect(seen.map(\.sequence) == Array(2...76))
            #expect(seen.compactMap(\.item?.content?.text).count == 75)
            #expect(Set(seen.compactMap(\.item?.id)).count == 75)
        }
    }

    @Test func whoIsTooFarBehindTakesASnapshot() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            for resume in [#"{"type":"resume","since":0,"epoch":"\#(UUID())"}"#, #"{"type":"resume","since":99}"#] {
                let (socket, _) = try await world.stream(provider)
                try await socket.send(resume)
                let resumed = try await FrameBody.read(socket)
                #expect(resumed.recovered == false)
                let sequence = try #require(resumed.sequence)
                _ = try await world.say("after", patient, in: made.id)
                #expect(try await entries(1, socket).map(\.sequence) == [sequence + 1])
                await socket.cut()
            }
            try await world.pool.transaction { _ = try await $0.forgetEntries(before: Date().addingTimeInterval(60), limit: 100) }
            let page = try await world.feed(provider)
            #expect(!page.recovered)
            #expect(page.items.isEmpty)
        }
    }

    /// Never more than a batch, whatever plan the database takes, and each feed says from where on it is whole.
    @Test func oldEntriesAreForgottenInBatches() async throws {
        try await World.run { world in
            try await world.fillFeeds(of: [try await world.member(.patient), try await world.member(.provider)], entries: 125)
            let left = try await world.pool.left("SELECT count(*) FROM feed_entries") { try await $0.forgetEntries(before: Date() + 60, limit: 100) }
            #expect(left == [150, 50, 0])
            #expect(try await world.count("SELECT count(*) FROM feeds WHERE forgotten = 125") == 2)
        }
    }

    /// An erasure has the feed and goes on to its entries: who forgets old ones has taken none of them when they wait for it.
    @Test func whoForgetsLocksTheFeedBeforeItsEntries() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            try await world.fillFeeds(of: [patient], entries: 10)
            let forgetting = try await world.pool.transaction { tx in
                try await tx.execute("SELECT 1 FROM feeds WHERE user_id = \(patient.id) FOR UPDATE")
                let forgetting = Task { try await world.pool.transaction { try await $0.forgetEntries(before: Date() + 60, limit: 100) } }
                while try await world.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
                    try await Task.sleep(for: .milliseconds(5))
                }
                #expect(try await tx.query("SELECT 1 FROM feed_entries FOR UPDATE SKIP LOCKED").count == 10)
                try await tx.eraseFeed(of: patient.id)
                return forgetting
            }
            #expect(try await forgetting.value == false)
            #expect(try await world.count("SELECT count(*) FROM feed_entries") == 0)
        }
    }

    @Test func typingReachesTheOthers() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let (socket, _) = try await world.stream(provider)
            try await socket.send(#"{"type":"resume"}"#)
            _ = try await FrameBody.read(socket)
            _ = try await world.send(.PUT, "/conversations/\(made.id)/typing", patient)
            // As the relay and the broker would bring it.
            let data: [UInt8] = try await world.pool.withConnection { connection in
                let row = try await connection.first("SELECT data FROM outbox WHERE type = 'care.feed.typing.v1'")
                return try row?["data"] ?? []
            }
            world.dependencies.hub.hear(try CareJSON.decode(FeedTyping.self, from: Data(data)))
            let typing = try await FrameBody.read(socket)
            #expect(typing.type == "typing")
            #expect(typing.userId == patient.id)
            #expect(typing.conversationId == made.id)
            #expect(typing.typing == true)
            _ = try await world.send(.PUT, "/conversations/\(made.id)/typing", patient, #"{"typing":false}"#)
            let end: [UInt8] = try await world.pool.withConnection { connection in
                let row = try await connection.first("SELECT data FROM outbox WHERE type = 'care.feed.typing.v1' ORDER BY position DESC LIMIT 1")
                return try row?["data"] ?? []
            }
            world.dependencies.hub.hear(try CareJSON.decode(FeedTyping.self, from: Data(end)))
            let ended = try await FrameBody.read("typing", socket)
            #expect(ended.userId == patient.id)
            #expect(ended.typing == false)
        }
    }

    // MARK: Who may open it

    @Test func noTokenNoStream() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            func status(_ path: String, _ headers: [String: String]) async throws -> Int {
                let socket = try await RawWebSocket.connect(port: world.server.port, path: path, headers: headers)
                defer { Task { await socket.cut() } }
                return socket.status
            }
            #expect(try await status("/stream", [:]) == 401)
            #expect(try await status("/stream", ["Authorization": "Bearer nonsense"]) == 401)
            #expect(try await status("/stream?ticket=nonsense", [:]) == 401)
            let expired = try World.token(patient.id, .patient, lifetime: -3600)
            #expect(try await status("/stream", ["Authorization": "Bearer \(expired)"]) == 401)
            let narrow = try World.token(patient.id, .patient, scope: "messages:write")
            #expect(try await status("/stream", ["Authorization": "Bearer \(narrow)"]) == 403)
            let scheduler = try World.token(UserID(.v7()), .scheduler)
            #expect(try await status("/stream", ["Authorization": "Bearer \(scheduler)"]) == 403)
            let authorization = "Bearer \(patient.token)"
            #expect(try await status("/stream", ["Authorization": authorization, "Origin": "https://evil.test"]) == 403)
            #expect(try await status("/stream", ["Authorization": authorization, "Origin": "null"]) == 403)
            #expect(try await status("/stream", ["Authorization": authorization, "Origin": World.origin]) == 101)
            #expect(try await world.get("/stream", patient).status == 426)
        }
    }

    @Test func aTicketOpensOneStreamOnce() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            #expect(try await world.send(.POST, "/stream/tickets", nil).status == 401)
            func ticket() async throws -> String {
                let answer = try await world.send(.POST, "/stream/tickets", patient)
                #expect(answer.status == 201)
                let body: TicketBody = try answer.decode()
                return body.ticket
            }
            func open(_ ticket: String, origin: String = World.origin) async throws -> RawWebSocket {
                try await RawWebSocket.connect(port: world.server.port, path: "/stream?ticket=\(ticket)", headers: ["Origin": origin])
            }
            let first = try await ticket()
            // A page of a wrong origin does not spend it.
            #expect(try await open(first, origin: "https://evil.test").status == 403)
            let socket = try await open(first)
            #expect(socket.status == 101)
            #expect(try await FrameBody.read(socket).type == "hello")
            #expect(try await open(first).status == 401)
            let late = try await ticket()
            world.passTime(31)
            #expect(try await open(late).status == 401)
            var statuses: [Int] = []
            for _ in 0..<32 { statuses.append(try await world.send(.POST, "/stream/tickets", patient).status) }
            #expect(statuses.last == 429)
        }
    }

    @Test func aStreamEndsWithItsSession() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let session = SessionID(.v7())
            let token = try World.token(patient.id, .patient, session: session)
            let member = World.Member(id: patient.id, token: token)
            let (socket, _) = try await world.stream(member)
            let (other, _) = try await world.stream(patient)
            world.dependencies.hub.end(session: session, of: patient.id)
            #expect(try await socket.closeCode() == 4401)
            try await other.send(#"{"type":"ping"}"#)
            #expect(try await FrameBody.read(other).type == "pong")
        }
    }

    /// A ticket outlives the request that it was made by.
    @Test func aTicketOfAnEndedSessionOpensNothing() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let session = SessionID(.v7())
            let member = World.Member(id: patient.id, token: try World.token(patient.id, .patient, session: session))
            let ticket: TicketBody = try await world.send(.POST, "/stream/tickets", member).decode()
            world.verifier.revoke(session: session, until: Date().addingTimeInterval(3600))
            let socket = try await RawWebSocket.connect(port: world.server.port, path: "/stream?ticket=\(ticket.ticket)")
            #expect(try await socket.closeCode() == 4401)
        }
    }

    @Test func aStreamGoesOnWithTheSessionOfItsLatestToken() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (first, second) = (SessionID(.v7()), SessionID(.v7()))
            let member = World.Member(id: patient.id, token: try World.token(patient.id, .patient, session: first))
            let (socket, _) = try await world.stream(member)
            let fresh = try World.token(patient.id, .patient, session: second)
            try await socket.send(#"{"type":"authorize","token":"\#(fresh)"}"#)
            #expect(try await FrameBody.read(socket).type == "authorized")
            world.dependencies.hub.end(session: first, of: patient.id)
            try await socket.send(#"{"type":"ping"}"#)
            #expect(try await FrameBody.read(socket).type == "pong")
            world.dependencies.hub.end(session: second, of: patient.id)
            #expect(try await socket.closeCode() == 4401)
        }
    }

    /// Whoever opened it has shown the key of that session's tokens, and of no other's.
    @Test func aBoundTokenRenewsTheStreamOfItsOwnSessionAlone() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (first, second, key) = (SessionID(.v7()), SessionID(.v7()), try ProofKey())
            func bound(_ session: SessionID) throws -> String {
                try TestIssuer.token(patient.id, .patient, scope: "messages:read", session: session, boundTo: key.thumbprint)
            }
            // By itself it gives no ticket.
            #expect(try await world.send(.POST, "/stream/tickets", World.Member(id: patient.id, token: try bound(first))).status == 401)
            let (socket, _) = try await world.stream(World.Member(id: patient.id, token: try World.token(patient.id, .patient, session: first)))
            try await socket.send(#"{"type":"authorize","token":"\#(try bound(first))"}"#)
            #expect(try await FrameBody.read(socket).type == "authorized")
            try await socket.send(#"{"type":"authorize","token":"\#(try bound(second))"}"#)
            #expect(try await socket.closeCode() == 4401)
        }
    }

    @Test func aStreamEndsWithItsTokenUnlessAFreshOneComes() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (socket, _) = try await world.stream(patient)
            let (renewed, _) = try await world.stream(patient)
            try await socket.send(#"{"type":"resume"}"#)
            try await renewed.send(#"{"type":"resume"}"#)
            _ = try await FrameBody.read(socket)
            _ = try await FrameBody.read(renewed)
            let fresh = try World.token(patient.id, .patient, lifetime: 3600)
            try await renewed.send(#"{"type":"authorize","token":"\#(fresh)"}"#)
            #expect(try await FrameBody.read(renewed).type == "authorized")
            world.passTime(1200)
            world.dependencies.hub.tick()
            #expect(try await socket.closeCode() == 4401)
            try await renewed.send(#"{"type":"ping"}"#)
            #expect(try await FrameBody.read(renewed).type == "pong")
            let stranger = try World.token(UserID(.v7()), .patient, lifetime: 3600)
            try await renewed.send(#"{"type":"authorize","token":"\#(stranger)"}"#)
            #expect(try await renewed.closeCode() == 4403)
        }
    }

    private final class Withdrawal: Sendable {
        private let isDone = Mutex(false)
        var hasHappened: Bool { isDone.withLock { $0 } }
        func happen() { isDone.withLock { $0 = true } }
    }

    /// Replaced in an emergency: what was opened with a token that it signed, or with a ticket for one, ends too.
    @Test func streamsEndWhenTheKeyOfTheirTokenIsWithdrawn() async throws {
        let withdrawal = Withdrawal()
        try await World.run(verifier: TestIssuer.verifier { withdrawal.hasHappened }) { world in
            let patient = try await world.member(.patient)
            func ticket() async throws -> String {
                let body: TicketBody = try await world.send(.POST, "/stream/tickets", patient).decode()
                return body.ticket
            }
            func open(_ ticket: String) async throws -> RawWebSocket {
                try await RawWebSocket.connect(port: world.server.port, path: "/stream?ticket=\(ticket)", headers: ["Origin": World.origin])
            }
            let (first, _) = try await world.stream(patient)
            let second = try await open(try await ticket())
            #expect(second.status == 101)
            #expect(try await FrameBody.read(second).type == "hello")
            let unused = try await ticket()
            withdrawal.happen()
            while (try? await world.verifier.verify(patient.token, now: Date())) != nil { try await Task.sleep(for: .milliseconds(5)) }
            world.dependencies.hub.tick()
            #expect(try await first.closeCode() == 4401)
            #expect(try await second.closeCode() == 4401)
            let refused = try await open(unused)
            #expect(refused.status == 401)
            await refused.cut()
        }
    }

    /// The gateway counts requests, and sees none of these.
    @Test func whoNeverStopsTalkingIsClosed() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (socket, _) = try await world.stream(patient)
            // More than are taken at once, and more than come free meanwhile.
            for _ in 0..<400 { try await socket.send(#"{"type":"ping"}"#) }
            #expect(try await socket.closeCode() == 1008)
        }
    }

    @Test func whoDoesNotResumeIsClosed() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (socket, _) = try await world.stream(patient)
            world.passTime(16)
            world.dependencies.hub.tick()
            #expect(try await socket.closeCode() == 1008)
        }
    }

    @Test func aDrainSaysGoingAway() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let (socket, _) = try await world.stream(patient)
            let server = world.server
            async let drained: Void = server.drain(within: .seconds(10))
            #expect(try await socket.closeCode() == 1001)
            try await socket.sendClose(1001)
            await drained
            #expect(server.openConnections == 0)
            #expect(world.dependencies.hub.count == 0)
        }
    }

    /// Who is far behind hears nothing more from then on, not only once they have caught up.
    @Test func nothingIsToldOnceTheSessionHasEnded() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            try await world.fillFeeds(of: [patient], entries: 3 * FeedTail.batch)
            let owner = StreamOwner(userId: patient.id, sessionId: nil, expiresAt: .distantFuture, key: nil, language: .english)
            let session = StreamSession(owner, over: .webSocket, now: { Date() }, nudge: {})
            let server = StreamServer(dependencies: world.dependencies, verifier: world.verifier)
            let tail = FeedTail(server: server, session: session, carrier: LastCarrier(session: session))
            #expect(try await tail.resume(since: 0, epoch: nil).sequence == FeedTail.batch)
            #expect(session.takeWork().end?.code == 4401)
        }
    }

    /// It reads nothing; the service neither keeps what it misses nor waits for ever, and it resumes where it was.
    @Test func aSlowReaderIsBrokenOffAndResumes() async throws {
        try await World.run(size: 10, { $0.socket.writeDeadline = .milliseconds(400) }) { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: nil)
            let (socket, hello) = try await world.stream(provider)
            try await socket.send(#"{"type":"resume"}"#)
            _ = try await FrameBody.read(socket)
            try await socket.stopReading()
            let sent = try await world.sayUntilNobodyListens(patient, in: made.id)
            await socket.cut()
            let (again, _) = try await world.stream(provider)
            try await again.send(#"{"type":"resume","since":\#(hello.sequence!)}"#)
            #expect(try await FrameBody.read(again).type == "resumed")
            let found = try await entries(min(sent, 100), again)
            #expect(found.map(\.sequence) == Array(hello.sequence! + 1...hello.sequence! + found.count))
        }
    }
}

/// With the first entries that it carries its session ends.
private struct LastCarrier: StreamCarrier {
    let session: StreamSession

    func carry(_ json: Data, of type: String, at place: FeedPlace?) async throws {
        if type == "entries" { session.end() }
    }
}
