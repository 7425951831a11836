import CareModels
import CareService
import HTTP
import Postgres
import Synchronization

/// Puts a person's writes that come at the same time into one commit. They would be one after the other in any case, under the lock on the person's key, and each of
/// them would wait for the disk under it. The first is made at once; those that come meanwhile gather, and then are made together. When one of them cannot be made, none
/// is, and each is made by itself: nobody hears of another's fault.
///
/// The next ones begin when the commit of those before is sent, not when it is known: what they are made of is made while the disk is waited for, and then their first
/// statement waits for the lock. They see what was committed, or, where it was not, what was there before it.
final class WriteGroups: Sendable {
    private enum Turn: Sendable {
        case leads([Entry])
        case alone
        case done(WrittenRecord)
        case failed(any Error)
    }

    private struct Entry: Sendable {
        let write: GroupedWrite
        let waiter: CheckedContinuation<Turn, Never>
    }

    /// Of writes in one commit, and of bytes that were sent with them.
    private static let most = 32
    private static let mostBytes = 64 << 10
    /// Of a person.
    private static let mostWaiting = 100

    /// Of whom somebody writes: who waits for it to end.
    private let lines = Mutex<[UserID: [Entry]]>([:])

    /// Makes one or several of them in one commit; says, by a call, when nothing but the commit is left to be done.
    typealias Together = (_ writes: [GroupedWrite], _ isCommitting: @escaping @Sendable () -> Void) async throws -> [WrittenRecord]

    /// `together` is called again for this one alone when it failed.
    func make(_ write: GroupedWrite, _ together: Together) async throws -> WrittenRecord {
        switch await turn(of: write) {
        case .leads(let others): return try await lead(write, others, together)
        case .alone: return try await alone(write, together)
        case .done(let written): return written
        case .failed(let error): throw error
        }
    }

    /// So many of the person's wait now.
    func waiting(of owner: UserID) -> Int { lines.withLock { $0[owner]?.count ?? 0 } }

    private func alone(_ write: GroupedWrite, _ together: Together) async throws -> WrittenRecord { try await together([write], {})[0] }

    private func lead(_ write: GroupedWrite, _ others: [Entry], _ together: Together) async throws -> WrittenRecord {
        let lead = Lead { [self] in passOn(write.place.owner) }
        do {
            let written = try await together([write] + others.map(\.write), lead.pass)
            lead.pass()
            for (entry, written) in zip(others, written.dropFirst()) { entry.waiter.resume(returning: .done(written)) }
            return written[0]
        } catch {
            lead.pass()
            // Whether a commit came through of which nothing was heard is not known: nobody tries again.
            let isOver = others.isEmpty || error is PostgresConnectionError
            for entry in others { entry.waiter.resume(returning: isOver ? .failed(error) : .alone) }
            if isOver { throw error }
            return try await alone(write, together)
        }
    }

    /// Is passed on once, whoever says so first: a transaction may run again, and it may fail before its commit or in it.
    private final class Lead: Sendable {
        private let isPassed = Atomic<Bool>(false)
        private let passOn: @Sendable () -> Void

        init(_ passOn: @escaping @Sendable () -> Void) { self.passOn = passOn }

        func pass() { if !isPassed.exchange(true, ordering: .relaxed) { passOn() } }
    }

    /// At once when nobody writes.
    private func turn(of write: GroupedWrite) async -> Turn {
        let owner = write.place.owner
        return await withCheckedContinuation { waiter in
            let now = lines.withLock { lines -> Turn? in
                guard let count = lines[owner]?.count else {
                    lines[owner] = []
                    return .leads([])
                }
                guard count < Self.mostWaiting else { return .failed(TooManyAtOnce()) }
                lines[owner]?.append(Entry(write: write, waiter: waiter))
                return nil
            }
            if let now { waiter.resume(returning: now) }
        }
    }

    /// To whoever waits longest, with those behind them.
    private func passOn(_ owner: UserID) {
        let group = lines.withLock { lines -> [Entry] in
            guard let waiting = lines[owner] else { return [] }
            var bytes = 0
            let group = waiting.prefix(Self.most).prefix { entry in
                defer { bytes += entry.write.size }
                return bytes == 0 || bytes + entry.write.size <= Self.mostBytes
            }
            lines[owner] = waiting.isEmpty ? nil : Array(waiting.dropFirst(group.count))
            return Array(group)
        }
        guard let first = group.first else { return }
        first.waiter.resume(returning: .leads(Array(group.dropFirst())))
    }
}
