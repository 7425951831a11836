import CareModels
import Foundation
import Outbox
import Postgres

/// Has the topic of users forget somebody who was erased, their deletion included. A week after it: by then every service has acted on the deletion, which the
/// topic no longer tells afterwards, and nobody is left who runs a release that takes a record without a value for a broken one.
struct ForgetInTopic: Sendable {
    static let timer = "forget-in-topic"
    static let delay: TimeInterval = 7 * 86_400

    let now: @Sendable () -> Date

    /// In the transaction of the erasure.
    static func plan(for user: UserID, erasedAt instant: Date, _ tx: Transaction) async throws {
        try await tx.setTimer(timer, key: user.description, due: instant.addingTimeInterval(delay), payload: [String: String]())
    }

    func callAsFunction(_ user: UserID, _ tx: Transaction) async throws {
        try await tx.emitTombstone(of: user.uuid, on: .users, at: now().wholeMilliseconds)
    }
}
