import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// The operator's word on versions, in an app that runs for weeks.
@Suite(.timeLimit(.minutes(3))) struct VersionWatchTests {
    private static func policy(_ status: String) -> HTTPReply {
        .json(#"{"platforms":[{"platform":"ios","versions":[{"range":"<9.0.0","status":"\#(status)"}]}]}"#)
    }

    /// Offline at the start, deprecated when it was reached, the next day supported no longer, and the day after again.
    @Test func itIsAskedForAgain() async throws {
        let device = TestDevice()
        try device.keepSession()
        let (next, isNext) = AsyncStream<Void>.makeStream()
        let pauses = Locked<[Duration]>([])
        var configuration = device.configuration()
        configuration.app = .init(platform: "ios", version: "2.1.0")
        let clock = device.clock
        configuration.clock.sleep = { duration in
            guard duration > .seconds(8) else { return try await clock.sleep(duration) }
            pauses.withLock { $0.append(duration) }
            for await _ in next { return }
            throw CancellationError()
        }
        let care = try await CareClient(configuration)
        while pauses.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(2)) }
        device.server.answer { _ in Self.policy("deprecated") }
        isNext.yield()
        for await notices in care.noticed where notices == [.versionDeprecated] { break }
        while pauses.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(2)) }
        device.server.answer { _ in Self.policy("unsupported") }
        isNext.yield()
        for await state in care.session.states where state == .unsupportedVersion { break }
        while pauses.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(pauses.withLock { $0 } == [.seconds(45), VersionPolicy.every, VersionPolicy.every])
        // Nothing is sent any more.
        let count = device.server.calls.count
        await #expect(throws: CareError.unsupportedVersion) { try await care.messaging.conversations().current() }
        // Not that nobody is logged in: a login would be refused as well.
        await #expect(throws: CareError.unsupportedVersion) { try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation) }
        #expect(throws: CareError.unsupportedVersion) { try care.scheduling.appointments() }
        #expect(device.server.calls.count == count)
        device.server.answer { _ in Self.policy("supported") }
        isNext.yield()
        for await state in care.session.states where state == .loggedIn(TestDevice.user) { break }
        await care.close()
    }

    /// An operator who has taken it back need not wait for the day.
    @Test func whatIsRefusedIsAskedForWithEachRefresh() async throws {
        let device = TestDevice()
        try device.keepSession()
        device.server.answer { _ in Self.policy("unsupported") }
        var configuration = device.configuration()
        configuration.app = .init(platform: "ios", version: "2.1.0")
        let care = try await CareClient(configuration)
        for await state in care.session.states where state == .unsupportedVersion { break }
        await care.refresh()
        #expect(care.session.state == .unsupportedVersion)
        let history = MessageWatchTests.history(of: 3)
        device.server.answer { call in call.url.path == "/sdk/versions" ? Self.policy("supported") : try await history(call) }
        await care.refresh()
        #expect(care.session.state == .loggedIn(TestDevice.user))
        #expect(try await care.messaging.messages(in: MessageWatchTests.conversation).current().items.count == 3)
        await care.close()
    }

    /// Who logs out of it leaves nothing either, though its state stays as it is.
    @Test func whoLogsOutOfAVersionThatIsSupportedNoLongerLeavesNothing() async throws {
        let device = TestDevice()
        device.server.answer(MessageWatchTests.history(of: 3))
        let care = try await MessageWatchTests.client(device)
        _ = try await care.messaging.messages(in: MessageWatchTests.conversation).current()
        device.server.answer { _ in throw TransportFault.unreachable }
        try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation)
        let (cache, outbox, lane) = (care.messaging.core.cache, care.messaging.core.outbox, Messaging.lane(MessageWatchTests.conversation))
        let list = Messaging.list(of: MessageWatchTests.conversation).collection
        await care.session.judgeVersion(isSupported: false)
        #expect(try await cache.listing(list)?.values.count == 3)
        #expect(try await outbox.pending(lane).count == 1)
        await care.session.logOut()
        #expect(care.session.state == .unsupportedVersion)
        #expect(try await cache.listing(list) == nil)
        #expect(try await outbox.pending(lane).isEmpty)
        await care.close()
    }
}
