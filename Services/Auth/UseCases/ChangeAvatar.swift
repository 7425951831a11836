import CareModels
import Foundation
import Outbox
import Postgres

/// Takes a picture in the place of the one before, or takes it away. The other services hear where it is, and when there is none any more; not of each new
/// one, since its address stays.
struct ChangeAvatar: Sendable {
    let issuer: String
    let now: @Sendable () -> Date

    /// `expectedRevision`: that of the picture that was seen; nil for whatever is there. Without `avatar` there is none afterwards.
    func callAsFunction(_ avatar: Avatar?, of id: UserID, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws {
        guard var user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        if let expectedRevision, try await tx.avatarRevision(of: id) != expectedRevision { throw Refusal.avatarChanged }
        let address = avatar.map { _ in "\(issuer)/users/\(id)/avatar" }
        if address == nil, user.avatarURL == nil { throw Refusal.noAvatar }
        user.revision += 1
        user.updatedAt = now()
        if let avatar {
            try await tx.save(AvatarRecord(avatar: avatar, revision: user.revision), of: id)
        } else {
            try await tx.deleteAvatar(of: id)
        }
        if user.avatarURL != address {
            user.avatarURL = address
            user.version += 1
            try await tx.emit(user.updated)
        }
        try await tx.saveProfile(user)
        try await tx.audit(AuditEntry(.profileChanged, at: user.updatedAt, from: origin, user: id))
    }
}
