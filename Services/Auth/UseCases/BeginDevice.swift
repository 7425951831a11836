import Foundation
import Postgres

/// A device asks to be let in: two codes, one for itself and one for its screen.
struct BeginDevice: Sendable {
    let now: @Sendable () -> Date

    /// `codes`: one after the other, until one is nobody else's.
    func callAsFunction(_ client: Client, _ scopes: Set<String>, deviceHash: [UInt8], codes: @Sendable () -> UserCode, _ tx: Transaction) async throws -> UserCode {
        let state = DevicePolling.State(
            clientID: client.id, expiresAt: now().addingTimeInterval(DevicePolling.lifetime), interval: DevicePolling.interval)
        while true {
            let record = DeviceRecord(userCode: codes(), scopes: scopes, state: state)
            if try await tx.insert(record, deviceHash: deviceHash) { return record.userCode }
        }
    }
}
