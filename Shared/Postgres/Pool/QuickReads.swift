/// Single SELECTs outside a transaction, by a key, of a few rows: quick ones. Those that come while others are under way go out together, in one write to
/// one connection, and come back in one: a round trip, a wake of the server's process and of ours for all of them. One that comes alone goes alone.
///
/// Nothing that writes or locks, and nothing that may take long: others wait behind it, and what was sent may be sent again. A search or a list takes a
/// lease (`withConnection`). What is no SELECT is `PostgresConnectionError.misused`.
package struct QuickReads: PostgresReader {
    fileprivate let pool: PostgresPool

    package func query(_ sql: SQL) async throws -> [Row] { try await pool.read(sql).rows }
}

/// A read that waits for its result.
struct PendingRead: Sendable {
    /// Its result, and those of others that its task hands on: where many tasks of one executor are resumed, its thread is woken once.
    struct Answer: Sendable {
        let result: Result<ResultSet, any Error>
        var others: [Resumption] = []

        func handOn() {
            for other in others { other.resume() }
        }
    }

    struct Resumption: Sendable {
        let read: PendingRead
        let result: Result<ResultSet, any Error>

        func resume(with others: [Resumption] = []) { read.continuation.resume(returning: Answer(result: result, others: others)) }
    }

    let statement: SQL
    let continuation: CheckedContinuation<Answer, Never>
    /// Where its task runs; nil: anywhere.
    let executor: UnownedTaskExecutor?

    static var currentExecutor: UnownedTaskExecutor? { withUnsafeCurrentTask { $0?.unownedTaskExecutor } }

    func fail(_ error: any Error) { Resumption(read: self, result: .failure(error)).resume() }

    /// Resumes all: of each executor one, which hands on to the others.
    static func resume(_ resumptions: [Resumption]) {
        var rest = resumptions[...]
        while let first = rest.popFirst() {
            guard let executor = first.read.executor, !rest.isEmpty else {
                first.resume()
                continue
            }
            let others = rest.filter { $0.read.executor == executor }
            rest.removeAll { $0.read.executor == executor }
            first.resume(with: others)
        }
    }
}

extension PostgresPool {
    typealias Sharing = ReadSharing<PendingRead, Link>

    /// Reads that may go together with others'.
    package var quickReads: QuickReads { QuickReads(pool: self) }

    private static let select = Array("SELECT ".utf8)

    fileprivate func read(_ statement: SQL) async throws -> ResultSet {
        guard statement.utf8.starts(with: Self.select) else { throw PostgresConnectionError.misused }
        // Before it goes with others: what cannot be sent is its own failure.
        try statement.checkParameters()
        let id = newLeaseID()
        let executor = PendingRead.currentExecutor
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let read = PendingRead(statement: statement, continuation: continuation, executor: executor)
                // Under the lock: whoever cancels later finds the read.
                perform(sharing.withLock { Task.isCancelled ? [.drop(read)] : $0.add(read, id: id, now: .now) })
            }
        } onCancel: {
            perform(sharing.withLock { $0.cancel(id) })
        }
        answer.handOn()
        return try answer.result.get()
    }

    private func perform(_ effects: [Sharing.Effect]) {
        for effect in effects {
            switch effect {
            case .lease: leaseForReads()
            case .patrol(let instant):
                loop.schedule(at: instant) { [weak self] in
                    guard let self else { return }
                    perform(sharing.withLock { $0.patrol(now: .now) })
                }
            case .refuse(let read): read.fail(PostgresPoolError.exhausted)
            case .drop(let read): read.fail(CancellationError())
            case .stop(let link, let ticket): link.cancel(ticket)
            }
        }
    }

    func readsGranted(_ link: Link) {
        let ticket = Link.newTicket()
        let step = sharing.withLock { $0.granted(link, ticket: ticket, now: .now) }
        if step.readers.isEmpty {
            release(link)
        } else {
            link.share(step.readers.map(\.statement), ticket) { self.readsEnded(link, ticket, $0, $1) }
        }
        perform(step.effects)
    }

    /// `all`: also of those who have not waited long.
    func readsRefused(_ failure: State.Failure, all: Bool) {
        let step = sharing.withLock { $0.refused(all: all, now: .now) }
        for read in step.readers { read.fail(PostgresPool.error(failure)) }
        perform(step.effects)
    }

    private func readsEnded(_ link: Link, _ ticket: UInt64, _ results: [ResultSet], _ failure: (any Error)?) {
        let ending = sharing.withLock { $0.ended(ticket, answered: results.count, refused: failure is PostgresError, now: .now) }
        // First the next group, so that the server has something to do meanwhile.
        release(link)
        perform(ending.effects)
        PendingRead.resume(
            ending.readers.enumerated().compactMap { index, read in
                guard let read else { return nil }
                if index < results.count { return PendingRead.Resumption(read: read, result: .success(results[index])) }
                return PendingRead.Resumption(read: read, result: .failure(failure ?? PostgresConnectionError.lost(sqlState: nil)))
            })
    }
}
