import CareModels
import Synchronization

/// More work of one key waits than may, or has waited too long: 429, with Retry-After.
package struct TooManyAtOnce: ProblemConvertible, Sendable, Equatable {
    package init() {}
    package var problem: Problem {
        Problem(
            .tooManyAtOnce, detail: "Earlier ones are still at work. Wait for their answers, then send this one again.", headers: ["Retry-After": "1"])
    }
}

/// Lets a few pieces of work of each key run at once, in the order in which they came; the others wait here, holding nothing, above all no
/// connection to the database. So nobody's work, however much of it comes at once and whatever its parts wait for, takes away more than its share
/// of a pool. In this process's memory: each replica counts for itself.
package final class Turns<Key: Hashable & Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private struct Line {
        var running = 0
        var waiters: [(id: UInt64, waiter: Waiter)] = []

        mutating func begin(_ atOnce: Int) -> Bool {
            guard running < atOnce else { return false }
            running += 1
            return true
        }
    }

    private let atOnce: Int
    private let mostWaiting: Int
    private let patience: Duration
    private let lines = Mutex<[Key: Line]>([:])
    private let ids = Atomic<UInt64>(0)

    /// `atOnce` of a key run; at most `waiting` more wait, each for `patience` at most. What is beyond that throws `TooManyAtOnce`.
    package init(atOnce: Int, waiting: Int, patience: Duration) {
        precondition(atOnce > 0, "somebody has to run")
        self.atOnce = atOnce
        mostWaiting = waiting
        self.patience = patience
    }

    /// Runs `work` when it is its turn.
    package func take<R: Sendable>(_ key: Key, _ work: () async throws -> R) async throws -> R {
        if !begin(key) { try await wait(key) }
        defer { end(key) }
        return try await work()
    }

    /// How many of the key run and wait now.
    package func count(of key: Key) -> (running: Int, waiting: Int) {
        lines.withLock { lines in lines[key].map { ($0.running, $0.waiters.count) } ?? (0, 0) }
    }

    private func begin(_ key: Key) -> Bool {
        lines.withLock { lines in lines[key, default: Line()].begin(atOnce) }
    }

    private func wait(_ key: Key) async throws {
        let id = ids.wrappingAdd(1, ordering: .relaxed).oldValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: Waiter) in
                switch enqueue(key, id, waiter) {
                case .runs: waiter.resume()
                case .refused: waiter.resume(throwing: TooManyAtOnce())
                case .cancelled: waiter.resume(throwing: CancellationError())
                case .waits: expire(key, id)
                }
            }
        } onCancel: {
            fail(key, id, CancellationError())
        }
    }

    private enum Place { case runs, refused, cancelled, waits }

    private func enqueue(_ key: Key, _ id: UInt64, _ waiter: Waiter) -> Place {
        lines.withLock { lines in
            // Under the lock: whoever cancels later finds the waiter.
            if Task.isCancelled { return .cancelled }
            var line = lines[key] ?? Line()
            defer { lines[key] = line }
            if line.begin(atOnce) { return .runs }
            if line.waiters.count >= mostWaiting { return .refused }
            line.waiters.append((id, waiter))
            return .waits
        }
    }

    private func expire(_ key: Key, _ id: UInt64) {
        Task { [self] in
            try? await Task.sleep(for: patience)
            fail(key, id, TooManyAtOnce())
        }
    }

    private func fail(_ key: Key, _ id: UInt64, _ error: any Error) {
        let waiter = lines.withLock { lines -> Waiter? in
            guard let index = lines[key]?.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return lines[key]?.waiters.remove(at: index).waiter
        }
        waiter?.resume(throwing: error)
    }

    /// The place goes to whoever has waited longest.
    private func end(_ key: Key) {
        let next = lines.withLock { lines -> Waiter? in
            guard var line = lines[key] else { return nil }
            if !line.waiters.isEmpty {
                let next = line.waiters.removeFirst().waiter
                lines[key] = line
                return next
            }
            line.running -= 1
            lines[key] = line.running == 0 ? nil : line
            return nil
        }
        next?.resume()
    }
}
