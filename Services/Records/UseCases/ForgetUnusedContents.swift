import Foundation
import Postgres

/// What came and was taken into no resource goes, and so do uploads that nobody went on with; so many in a transaction.
struct ForgetUnusedContents: Sendable {
    static let most = 20
    /// Of a file that came by itself, from its first byte: more than any client takes for it.
    static let lifetime: Duration = .seconds(6 * 3600)

    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let contents = try await tx.forgetUnusedContents(before: now().addingTimeInterval(-Self.lifetime.seconds), limit: Self.most)
        let uploads = try await tx.forgetExpiredUploads(at: now(), limit: Self.most)
        return contents || uploads
    }
}
