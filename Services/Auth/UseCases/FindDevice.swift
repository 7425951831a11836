import Foundation
import Postgres

/// Somebody has typed a code from a device's screen. Wrong ones are counted for the person and for their browser, one after the other, so that nobody finds
/// another's device by trying.
struct FindDevice: Sendable {
    enum Outcome: Sendable {
        case found(DeviceRecord)
        case unknown
        /// For so many seconds.
        case blocked(Int)
    }

    let now: @Sendable () -> Date

    /// `keys`: what is counted for, the person's first. Nil as `code` is one that no device has.
    func callAsFunction(_ code: UserCode?, countedFor keys: [[UInt8]], _ tx: Transaction) async throws -> Outcome {
        let now = now()
        var states: [(key: [UInt8], state: LockOut.State)] = []
        for key in keys { states.append((key, try await tx.lockedLoginFailures(key, now: now))) }
        if let seconds = states.compactMap({ LockOut.wait($0.state, now: now) }).max() { return .blocked(seconds) }
        if let code, let found = try await tx.pendingDevice(code, now: now) { return .found(found) }
        for (key, state) in states { try await tx.save(LockOut.failed(state, policy: .userCode, now: now), loginFailures: key) }
        return .unknown
    }
}
