import CareModels
import Foundation

/// Somebody whom the reader blocks.
struct BlockView: Encodable, Sendable {
    var userId: UserID
    var role: Role?
    var username: String?
    var fullName: String?
    var avatarUrl: String?
    var blockedAt: Date

    init(_ record: BlockRecord) {
        userId = record.person.id
        role = record.person.role
        username = record.person.username
        fullName = record.person.fullName
        avatarUrl = record.person.avatarUrl
        blockedAt = record.createdAt
    }
}
