import Foundation
import Outbox
import Postgres

/// Takes away the addresses of pictures on other servers, which sign-ups of releases before could name: whoever saw such a picture told that server so. The other
/// services hear that there is none.
struct ForgetForeignPictures: Sendable {
    static let most = 100

    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let people = try await tx.lockedUsersWithForeignPicture(limit: Self.most)
        for var user in people {
            user.avatarURL = nil
            user.version += 1
            user.revision += 1
            user.updatedAt = now()
            try await tx.emit(user.updated)
            try await tx.saveProfile(user)
            try await tx.audit(AuditEntry(.profileChanged, at: user.updatedAt, from: .platform, user: user.id))
        }
        return people.count == Self.most
    }
}
