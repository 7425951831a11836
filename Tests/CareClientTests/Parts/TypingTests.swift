import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// That somebody types: told now and then, whatever the app says how often, and shown as long as it lasts.
@Suite(.timeLimit(.minutes(3))) struct TypingTests {
    private static let conversation = MessageWatchTests.conversation
    private static let path = MessageWatchTests.path + "/typing"

    private struct Said: Decodable { var typing: Bool }

    /// What the server was told of it, in order.
    private static func told(_ device: TestDevice) throws -> [Bool] { try device.server.calls(path).map { try Wire.decode(Said.self, from: $0.body ?? Data()).typing } }

    private static func client(_ device: TestDevice, _ time: HeldClock) async throws -> CareClient {
        try device.keychain.logIn(TestDevice.user, token: "access-1", until: time.now.addingTimeInterval(3600))
        device.server.answer { call in call.method == "POST" ? .json(MessageWatchTests.item(1, "Hello"), status: 201) : .json("{}") }
        var configuration = device.configuration()
        configuration.clock = time.clock
        return try await CareClient(configuration)
    }

    /// Eight seconds from one word of it to the next, with whatever many keys; five after the last key it is over.
    @Test func itIsToldNowAndThenAndEndsByItself() async throws {
        let (device, time) = (TestDevice(), HeldClock())
        let care = try await Self.client(device, time)
        for second in 0..<8 {
            if second > 0 { time.pass(1) }
            for _ in 0..<5 { await care.messaging.type(in: Self.conversation) }
            #expect(try Self.told(device) == [true], "second \(second)")
        }
        time.pass(1)
        await care.messaging.type(in: Self.conversation)
        #expect(try Self.told(device) == [true, true])
        // Whatever waited for the end of what went on sleeps no more, and the last one does.
        for _ in 0..<2000 where time.sleepers != 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(time.sleepers == 1, "\(time.sleepers)")
        time.pass(4.9)
        try await Task.sleep(for: .milliseconds(20))
        #expect(try Self.told(device) == [true, true])
        // By and by: whoever waits for the end may have begun to only now.
        for _ in 0..<200 where try Self.told(device).count < 3 {
            time.pass(0.2)
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try Self.told(device) == [true, true, false])
        // It begins anew.
        await care.messaging.type(in: Self.conversation)
        #expect(try Self.told(device) == [true, true, false, true])
        await care.close()
    }

    @Test func whoSaysThatItIsOverSaysItOnce() async throws {
        let (device, time) = (TestDevice(), HeldClock())
        let care = try await Self.client(device, time)
        await care.messaging.stopTyping(in: Self.conversation)
        #expect(try Self.told(device) == [])
        await care.messaging.type(in: Self.conversation)
        for _ in 0..<2 { await care.messaging.stopTyping(in: Self.conversation) }
        #expect(try Self.told(device) == [true, false])
        await care.close()
    }

    /// The others see the message.
    @Test func aMessageEndsItWithoutAWord() async throws {
        let (device, time) = (TestDevice(), HeldClock())
        let care = try await Self.client(device, time)
        await care.messaging.type(in: Self.conversation)
        try await care.messaging.send(.text("Hello"), to: Self.conversation)
        while time.sleepers != 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.pass(6)
        await care.messaging.stopTyping(in: Self.conversation)
        #expect(try Self.told(device) == [true])
        await care.close()
    }

    /// The time was over as the next word of it came.
    @Test func whoTypesOnIsShownOn() async throws {
        let sleeping = Locked<[CheckedContinuation<Void, Never>]>([])
        let clock = CareClock(
            now: { Date() },
            sleep: { _ in await withCheckedContinuation { waiting in sleeping.withLock { $0.append(waiting) } } }, random: { 0.5 })
        let (board, person) = (TypingBoard(clock: clock), UserID(UUID.v7()))
        var shown = await board.follow(Self.conversation).makeAsyncIterator()
        let (nobody, somebody): (Set<UserID>, Set<UserID>) = ([], [person])
        let first = await shown.next()
        #expect(first == nobody)
        for count in 1...2 {
            await board.hear(person, in: Self.conversation, isTyping: true)
            while sleeping.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(1)) }
        }
        let second = await shown.next()
        #expect(second == somebody)
        let waiting = sleeping.withLock { $0 }
        waiting[0].resume()
        try await Task.sleep(for: .milliseconds(50))
        var now = await board.follow(Self.conversation).makeAsyncIterator()
        let third = await now.next()
        #expect(third == somebody)
        waiting[1].resume()
        let last = await shown.next()
        #expect(last == nobody)
    }

    @Test func whoTypesIsShownUntilTheySayOtherwiseOrForTwentySeconds() async throws {
        let time = HeldClock()
        let board = TypingBoard(clock: time.clock)
        let (amara, other) = (UserID(UUID.v7()), UserID(UUID.v7()))
        await board.hear(amara, in: Self.conversation, isTyping: true)
        await board.hear(other, in: Self.conversation, isTyping: true)
        await board.hear(other, in: ConversationID(UUID.v7()), isTyping: true)
        func shown() async -> Set<UserID>? {
            for await people in await board.follow(Self.conversation) { return people }
            return nil
        }
        #expect(await shown() == [amara, other])
        await board.hear(other, in: Self.conversation, isTyping: false)
        #expect(await shown() == [amara])
        while time.sleepers != 2 { try await Task.sleep(for: .milliseconds(1)) }
        time.pass(15)
        // Again, and it lasts again.
        await board.hear(amara, in: Self.conversation, isTyping: true)
        while time.sleepers != 2 { try await Task.sleep(for: .milliseconds(1)) }
        time.pass(19)
        #expect(await shown() == [amara])
        while await shown() != [] {
            time.pass(1)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
