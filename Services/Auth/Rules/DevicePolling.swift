import Foundation

/// What a device hears that asks whether somebody has decided (RFC 8628, 3.5).
enum DevicePolling {
    /// Of both codes, in seconds.
    static let lifetime: TimeInterval = 600
    /// Between two questions, in seconds, and by how much more after each that came too early.
    static let interval = 5
    static let longestInterval = 60

    enum Decision: String, Sendable { case allowed, denied }

    struct State: Equatable, Sendable {
        var clientID: String
        var expiresAt: Date
        var interval: Int
        var polledAt: Date?
        var decision: Decision?
    }

    enum Answer: Equatable, Sendable {
        case pending
        /// From now on it waits so many seconds.
        case slowDown(Int)
        case expired
        case denied
        case issue
        /// Nothing changes: this party never had the code.
        case anotherClient
    }

    static func answer(_ state: State, client: String, now: Date) -> Answer {
        if state.clientID != client { return .anotherClient }
        if now >= state.expiresAt { return .expired }
        switch state.decision {
        case .allowed: return .issue
        case .denied: return .denied
        case nil: break
        }
        // A question that was on its way for longer than the next one seems early.
        let tooEarly = state.polledAt.map { now.timeIntervalSince($0) < Double(state.interval) - 1 } ?? false
        return tooEarly ? .slowDown(min(longestInterval, state.interval + interval)) : .pending
    }
}

extension LockOut.Policy {
    /// Of codes typed on the page for devices: for a person, and for a browser. Nobody mistypes so often, and a guess is right once in thousands of millions.
    static let userCode = LockOut.Policy(free: 10, first: 5, most: 900, forgetAfter: 3600)
}
