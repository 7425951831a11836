import CareModels
import Synchronization

/// A position of the log behind which lies whatever was acknowledged before the question, in any replica of the service. A standby that shows the log up to there
/// shows all that the reader can know of.
///
/// One question to the primary at a time. Who comes while one is under way waits for the next: the answer of the one may be older than what they were told of.
/// However many read, the primary is asked no more often than it answers.
final class CommittedPosition: Sendable {
    private struct State {
        var isAsking = false
        var next: [CheckedContinuation<Int64, any Error>] = []
    }

    /// So many may wait; who comes then asks the primary for the thing itself.
    private static let mostWaiting = 4096
    /// After the primary gave no answer the others are asked at once.
    private static let rest = Duration.seconds(1)

    private let primary: PostgresPool
    private let witnesses: Witnesses?
    private let patience: Duration
    private let state = Mutex(State())
    private let primaryRests = Mutex<ContinuousClock.Instant?>(nil)
    /// What the primary said last: an acknowledged commit is on a standby's disk, too.
    private let isSynchronous = Atomic<Bool>(false)

    init(_ database: PostgresConfiguration, patience: Duration) {
        primary = PostgresPool(database, size: 1, leaseDeadline: patience)
        witnesses = Witnesses(database, patience: patience)
        self.patience = patience
    }

    func callAsFunction() async throws -> Int64 {
        try await withCheckedThrowingContinuation { reader in
            let (isFull, isFirst) = state.withLock { state -> (Bool, Bool) in
                guard state.next.count < Self.mostWaiting else { return (true, false) }
                state.next.append(reader)
                defer { state.isAsking = true }
                return (false, !state.isAsking)
            }
            if isFull { reader.resume(throwing: PostgresPoolError.exhausted) }
            if isFirst { Task(executorPreference: primary.executor) { await self.askOnAndOn() } }
        }
    }

    private func askOnAndOn() async {
        while true {
            let readers = state.withLock { state -> [CheckedContinuation<Int64, any Error>] in
                defer { state.next = [] }
                if state.next.isEmpty { state.isAsking = false }
                return state.next
            }
            if readers.isEmpty { return }
            let answer = await Result.capture { try await ask() }
            for reader in readers { reader.resume(with: answer) }
        }
    }

    private func ask() async throws -> Int64 {
        if let rests = primaryRests.withLock({ $0 }), rests > .now { return try await askWitnesses() }
        do {
            let answer = try await primary.withConnection { connection in
                try await connection.givenUp(after: patience) { try await connection.committed() }
            }
            isSynchronous.store(answer.isSynchronous, ordering: .relaxed)
            return answer.position
        } catch {
            primaryRests.withLock { $0 = .now + Self.rest }
            return try await askWitnesses()
        }
    }

    private func askWitnesses() async throws -> Int64 {
        guard isSynchronous.load(ordering: .relaxed), let witnesses else { throw PostgresPoolError.unavailable }
        return try await witnesses.position()
    }

    func close(grace: Duration) async {
        await primary.close(grace: grace)
        await witnesses?.close(grace: grace)
    }
}
