import Foundation
import Synchronization
import Testing

@testable import CareService
@testable import Outbox

@Suite(.timeLimit(.minutes(3))) struct LifecycleTests {
    private struct Broken: Error {}

    /// What happened, in order.
    private final class Story: Sendable {
        private let lines = Mutex<[String]>([])
        func tell(_ line: String) { lines.withLock { $0.append(line) } }
        var told: [String] { lines.withLock { $0 } }
    }

    private func part(_ name: String, _ story: Story) -> IdlePart {
        IdlePart(name, start: { story.tell("+\(name)") }, stop: { story.tell("-\(name)") })
    }

    @Test func partsStartInOrderAndStopInReverse() async throws {
        let story = Story()
        let parts = ["pool", "relay", "http"].map { part($0, story) }
        try await Lifecycle(parts: parts, stopDeadline: .seconds(5)).run(started: { story.tell("started") }, until: { story.tell("signal") })
        #expect(story.told == ["+pool", "+relay", "+http", "started", "signal", "-http", "-relay", "-pool"])
    }

    @Test func aPartThatCannotStartStopsThoseBeforeIt() async throws {
        let story = Story()
        let failing = IdlePart("http", start: { throw Broken() }, stop: { story.tell("-http") })
        await #expect {
            try await Lifecycle(parts: [part("pool", story), failing, part("never", story)], stopDeadline: .seconds(5)).run(until: {})
        } throws: { ($0 as? PartFailed)?.part == "http" }
        #expect(story.told == ["+pool", "-pool"])
    }

    @Test func aPartThatFailsEndsTheService() async throws {
        let story = Story()
        let never = Wake()
        await #expect {
            try await Lifecycle(parts: [part("pool", story), FailingPart()], stopDeadline: .seconds(5)).run(until: { await never.wait(.seconds(30)) })
        } throws: { error in
            (error as? PartFailed)?.part == "failing" && (error as? PartFailed)?.error.hasSuffix("Broken") == true
        }
        #expect(story.told == ["+pool", "-pool"])
    }

    private struct FailingPart: ServicePart {
        let name = "failing"
        func start() async throws {}
        func run() async throws { throw Broken() }
        func stop() async {}
    }

    @Test func aPartThatDoesNotStopIsLeftAtTheDeadlineAndNamed() async throws {
        let story = Story()
        let stuck = IdlePart("stuck") {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: 3)
                    continuation.resume()
                }
            }
        }
        await #expect {
            try await Lifecycle(parts: [part("pool", story), stuck], stopDeadline: .milliseconds(100)).run(until: {})
        } throws: { ($0 as? StopDeadlineExceeded)?.part == "stuck" }
    }

    @Test func cancellationStopsInOrderToo() async throws {
        let story = Story()
        let running = Task {
            let never = Wake()
            try await Lifecycle(parts: ["pool", "http"].map { part($0, story) }, stopDeadline: .seconds(5)).run(
                started: { story.tell("started") }, until: { await never.wait(.seconds(30)) })
        }
        try await eventually("the start") { story.told.last == "started" }
        running.cancel()
        try await running.value
        #expect(story.told == ["+pool", "+http", "started", "-http", "-pool"])
    }

    /// A probe whose client has gone must neither go on nor keep a thread busy until its deadline.
    @Test func aWaitWithADeadlineEndsWithItsTask() async {
        let never = Wake()
        let waiting = Task { await Deadline.wait(until: .now + .seconds(3600)) { await never.wait(.seconds(3600)) } }
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test func aWakeBeforeTheWaitIsNotLost() async {
        let wake = Wake()
        wake.raise()
        wake.raise()
        await wake.wait(.seconds(30))
    }
}
