import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// What ends when a client is closed, and what is said to who comes after that.
@Suite(.timeLimit(.minutes(3))) struct ClosingTests {
    /// By itself and without an error: what an app does behind its loop is done.
    @Test func whoWatchesComesToTheEnd() async throws {
        let device = TestDevice()
        device.server.answer { call in
            // Nothing is there to show of these yet.
            if call.url.path == "/conversations" { try await Task.sleep(for: .seconds(3600)) }
            return try await MessageWatchTests.history(of: 3)(call)
        }
        let care = try await MessageWatchTests.client(device)
        let (feed, shown) = (care.feed, Locked(0))
        let messages = Task {
            for try await _ in care.messaging.messages(in: MessageWatchTests.conversation) { shown.withLock { $0 += 1 } }
        }
        let nothing = Task { for try await _ in care.messaging.conversations() {} }
        let happenings = Task { for await _ in feed {} }
        while shown.withLock({ $0 }) == 0 || device.server.calls("/conversations").isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        await care.close()
        try await messages.value
        try await nothing.value
        await happenings.value
        // Nor does anybody wait who comes later.
        for await _ in care.feed {}
    }

    @Test func whatIsAskedForAfterThatIsSaidToBeOver() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        let care = try await MessageWatchTests.client(device)
        _ = try await care.messaging.conversations().current()
        await care.close()
        let asked = device.server.calls.count
        await #expect(throws: CareError.closed) { try await care.messaging.conversations().current() }
        await #expect(throws: CareError.closed) { for try await _ in care.messaging.conversations() {} }
        await #expect(throws: CareError.closed) { try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation) }
        await #expect(throws: CareError.closed) { try await care.messaging.markSeen(MessageWatchTests.conversation) }
        await #expect(throws: CareError.closed) { try await care.messaging.startConversation(with: [LiveTests.other]) }
        await #expect(throws: CareError.closed) { try await care.emergencyRooms.update() }
        #expect(device.server.calls.count == asked && !CareError.closed.isWorthRetrying)
    }

    /// Its files are closed then, and what it held of them is another's to take; also where nobody has said that it is to end.
    @Test(arguments: [true, false]) func nothingIsLeftOfAClientThatIsLetGo(isClosed: Bool) async throws {
        let device = TestDevice()
        weak var outbox: Outbox?
        weak var cache: DiskCache?
        device.server.offer(FakeSocket.greeting(at: 3))
        do {
            let care = try await LiveTests.client(device)
            _ = try await care.messaging.messages(in: MessageWatchTests.conversation).current()
            outbox = care.messaging.core.outbox
            cache = care.messaging.core.cache
            #expect(outbox != nil && cache != nil)
            if isClosed { await care.close() }
        }
        while outbox != nil || cache != nil { try await Task.sleep(for: .milliseconds(2)) }
        while try FileManager.default.contentsOfDirectory(atPath: device.folder.path).contains(where: { $0.hasPrefix("sender-") }) {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Whoever logs in after that begins nothing; what is in the file the next client sends.
    @Test func anOutboxThatHasEndedSendsNothingMore() async throws {
        let device = TestDevice()
        let outbox = try await OutboxTests.outbox(device)
        try await outbox.open(for: TestDevice.user)
        try await outbox.add(OutboxTests.item(1), lane: "a/1")
        while device.server.calls.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        await outbox.end()
        try await Task.sleep(for: .milliseconds(50))
        let asked = device.server.calls.count
        await outbox.open(asSoonAsCanBe: TestDevice.user)
        await outbox.networkIsBack()
        await #expect(throws: CareError.closed) { try await outbox.add(OutboxTests.item(2), lane: "a/1") }
        try await Task.sleep(for: .milliseconds(50))
        #expect(device.server.calls.count == asked)

        device.server.answer { _ in .json("{}", status: 201) }
        let next = try await OutboxTests.outbox(device)
        try await next.open(for: TestDevice.user)
        try await OutboxTests.wait(next) { $0.isEmpty }
        #expect(Set(OutboxTests.keys(device)) == ["key-1"])
    }
}
