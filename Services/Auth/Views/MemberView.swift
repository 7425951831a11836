import CareModels
import Foundation

/// Somebody who works in an organisation, as the others there see them.
struct MemberView: Codable, Equatable, Sendable {
    var userId: UserID
    var username: String
    var fullName: String?
    var roles: [OrganisationRole]
    /// Whether a provider is; nothing of everyone else.
    var verified: Bool?
    var joinedAt: Date
    /// What `If-Match` names.
    var version: Int

    init(_ listed: ListedMember) {
        userId = listed.member.userID
        username = listed.username
        fullName = listed.fullName
        roles = listed.member.roles.sorted()
        verified = listed.isVerified
        joinedAt = listed.member.joinedAt
        version = listed.member.revision
    }
}
