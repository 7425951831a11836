import CareModels
import Foundation
import Postgres
import Synchronization

/// Looks after the streams of this replica while there are any: their deadlines every few seconds, and whether a feed grew without
/// a wake-up, which happens while the broker is away. One task for all, not one for each.
final class FeedWatch: Sendable {
    private struct State {
        var streams = 0
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    static let every: Duration = .seconds(5)

    /// Whoever enters leaves.
    func enter(_ hub: FeedHub, _ pool: PostgresPool) {
        state.withLock { state in
            state.streams += 1
            guard state.task == nil else { return }
            state.task = Task { await Self.run(hub, pool) }
        }
    }

    func leave() {
        state.withLock { state in
            state.streams -= 1
            guard state.streams == 0 else { return }
            state.task?.cancel()
            state.task = nil
        }
    }

    private static func run(_ hub: FeedHub, _ pool: PostgresPool) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: every)
            hub.tick()
            let users = hub.users
            for start in stride(from: 0, to: users.count, by: 1000) {
                let some = Array(users[start..<min(start + 1000, users.count)])
                // While the database is away too there is nothing to tell; the next round tries again.
                guard let sequences = try? await pool.withConnection({ try await $0.feedSequences(of: some) }) else { break }
                for (user, sequence) in sequences { hub.wake(user, sequence: sequence) }
            }
        }
    }
}
