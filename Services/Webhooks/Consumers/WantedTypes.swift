import CareModels
import Postgres
import Synchronization

/// Which types of events any webhook wants, so that what nobody wants costs no transaction. One look at the database answers for all that had arrived when
/// it began: a webhook that is made later wants none of that.
final class WantedTypes: Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct State {
        var types: Set<String> = []
        /// Of the look that found these.
        var began: Instant?
        var looking: Task<Void, any Error>?
    }

    private enum Step {
        case known(Bool)
        case after(Task<Void, any Error>)
    }

    /// From the beginning of one look to that of the next: what arrives meanwhile waits for it together.
    static let pace = Duration.milliseconds(5)

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(_ pool: PostgresPool) { self.pool = pool }

    func has(_ type: String, arrived: Instant) async throws -> Bool {
        // A look that was under way when it arrived is followed by one that was not.
        while true {
            switch state.withLock({ step(&$0, type, arrived) }) {
            case .known(let isWanted): return isWanted
            case .after(let look): try await look.value
            }
        }
    }

    private func step(_ state: inout State, _ type: String, _ arrived: Instant) -> Step {
        if let began = state.began, began >= arrived { return .known(state.types.contains(type)) }
        let notBefore = state.began.map { $0 + Self.pace }
        let look = state.looking ?? Task { try await self.look(notBefore: notBefore) }
        state.looking = look
        return .after(look)
    }

    private func look(notBefore: Instant?) async throws {
        defer { state.withLock { $0.looking = nil } }
        if let notBefore { try await Task.sleep(until: notBefore, clock: .continuous) }
        let began = ContinuousClock.now
        let types = try await pool.withConnection { try await $0.wantedTypes() }
        state.withLock { state in
            state.types = types
            state.began = began
        }
    }
}
