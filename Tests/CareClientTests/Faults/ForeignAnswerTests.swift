import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Something between the app and the server answers in its place, and calls that a success, or refuses: a hotel's network, or a hospital's filter.
@Suite(.timeLimit(.minutes(3))) struct ForeignAnswerTests {
    static let page = HTTPReply(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>Please log in</html>".utf8))
    static let json = HTTPReply.json(#"{"blocked":true}"#)
    /// Problem documents of its own, and one that names no type.
    static let refusals = ["https://filter.example/errors/blocked", "blocked", "about:blank", "https://filter.example/problems/"].map { name in
        HTTPReply.json(#"{"type":"\#(name)","title":"Blocked","status":403}"#, status: 403)
    }
    static let all = [page, json] + refusals

    /// The first of what is sent is answered so, then the server is there.
    private static func client(_ device: TestDevice, _ foreign: HTTPReply, then answer: @escaping FakeServer.Answer) async throws -> CareClient {
        let isFirst = Locked(true)
        device.server.answer { call in
            let isForeign =
                call.method == "POST"
                && isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
            return isForeign ? foreign : try await answer(call)
        }
        return try await BookingTests.client(device)
    }

    private static func posts(_ device: TestDevice) -> [String?] {
        device.server.calls.filter { $0.method == "POST" }.map { $0.headers["Idempotency-Key"] }
    }

    @Test(arguments: all) func noMessageIsLostToIt(foreign: HTTPReply) async throws {
        let device = TestDevice()
        let history = MessageWatchTests.history(of: 0)
        let care = try await Self.client(device, foreign) { call in
            call.method == "POST" ? .json(MessageWatchTests.item(1, "Hello"), status: 201) : try await history(call)
        }
        try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation)
        let lane = Messaging.lane(MessageWatchTests.conversation)
        while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.posts(device).count == 2 && Set(Self.posts(device)).count == 1)
        await care.close()
    }

    @Test(arguments: all) func norAWish(foreign: HTTPReply) async throws {
        let device = TestDevice()
        let care = try await Self.client(device, foreign) { _ in .json(BookingTests.booked, status: 201) }
        try await care.scheduling.ask(.book(BookingTests.slot, title: "Check-up"))
        _ = try await MessageWatchTests.first(care.scheduling.wishes()) { $0.data.isEmpty }
        #expect(Self.posts(device).count == 2 && Set(Self.posts(device)).count == 1)
        await care.close()
    }

    @Test(arguments: all) func norARecord(foreign: HTTPReply) async throws {
        let device = TestDevice()
        let records = ModelRecords()
        let care = try await Self.client(device, foreign) { try records.answer($0) }
        try await care.records.add(RecordChangesTests.resource("a"))
        _ = try await MessageWatchTests.first(care.records.added()) { $0.data.isEmpty }
        #expect(records.all == ["r1": .init(value: "a")] && Self.posts(device).count == 2)
        await care.close()
    }

    @Test(arguments: all + [.json("{}"), .json(#"{"items":[]}"#)]) func norAHeartRate(foreign: HTTPReply) async throws {
        let device = TestDevice()
        let care = try await Self.client(device, foreign) { try HealthTests.taken($0) }
        try await care.health.record([Health.HeartRate(60, at: device.now)])
        while try await !care.health.unsent().current().isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.posts(device).count == 2 && Set(Self.posts(device)).count == 1)
        await care.close()
    }

    @Test(arguments: all) func norAnAnswerToAnAlert(foreign: HTTPReply) async throws {
        let device = TestDevice()
        let alert = AlertID(UUID.v7())
        let care = try await Self.client(device, foreign) { _ in
            .json(#"{"id":"\#(alert)","version":2,"raisedAt":"2026-03-08T14:00:00Z","text":"Taken?","heartRate":{"at":"2026-03-08T14:00:00Z","bpm":91},"boundary":75}"#)
        }
        try await care.health.answer(alert, taken: .yes)
        while try await !care.health.unsent().current().isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        #expect(Self.posts(device).count == 2 && Set(Self.posts(device)).count == 1)
        await care.close()
    }
}
