import Synchronization
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(3))) struct TurnsTests {
    private static func until(_ condition: @Sendable () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// Holds its caller until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)
        func open() { isOpen.withLock { $0 = true } }
        func pass() async throws { try await TurnsTests.until { self.isOpen.withLock { $0 } } }
    }

    private final class Highest: Sendable {
        private let seen = Mutex(0)
        var value: Int { seen.withLock { $0 } }
        func see(_ count: Int) { seen.withLock { $0 = max($0, count) } }
    }

    @Test func runsAFewOfAKeyAtOnceAndTheOthersAfterwards() async throws {
        let turns = Turns<String>(atOnce: 2, waiting: 20, patience: .seconds(60))
        let gate = Gate()
        let most = Highest()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    try await turns.take("one") {
                        most.see(turns.count(of: "one").running)
                        try await gate.pass()
                    }
                }
            }
            try await Self.until { turns.count(of: "one") == (2, 10) }
            // Nobody else waits for them.
            #expect(try await turns.take("other") { turns.count(of: "other").running } == 1)
            gate.open()
            try await group.waitForAll()
        }
        #expect(most.value == 2)
        #expect(turns.count(of: "one") == (0, 0))
    }

    @Test func refusesWhatIsTooMuchOrWaitsTooLong() async throws {
        let turns = Turns<String>(atOnce: 1, waiting: 1, patience: .seconds(1))
        let gate = Gate()
        let holder = Task { try await turns.take("one") { try await gate.pass() } }
        try await Self.until { turns.count(of: "one").running == 1 }
        let patient = Task { try await turns.take("one") {} }
        try await Self.until { turns.count(of: "one").waiting == 1 }
        await #expect(throws: TooManyAtOnce.self) { try await turns.take("one") {} }
        await #expect(throws: TooManyAtOnce.self) { try await patient.value }
        gate.open()
        try await holder.value
        #expect(try await turns.take("one") { 7 } == 7)
    }

    @Test func whoIsCancelledLeavesTheLine() async throws {
        let turns = Turns<String>(atOnce: 1, waiting: 5, patience: .seconds(60))
        let gate = Gate()
        let holder = Task { try await turns.take("one") { try await gate.pass() } }
        try await Self.until { turns.count(of: "one").running == 1 }
        let waiting = Task { try await turns.take("one") {} }
        try await Self.until { turns.count(of: "one").waiting == 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(turns.count(of: "one") == (1, 0))
        gate.open()
        try await holder.value
    }
}
