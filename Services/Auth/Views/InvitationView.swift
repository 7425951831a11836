import CareModels
import Foundation

/// Whom an organisation has asked to join, as it sees that.
struct InvitationView: Codable, Equatable, Sendable {
    var id: OrganisationInvitationID
    var organisationId: OrganisationID
    /// Whom: one of the two.
    var userId: UserID?
    var email: String?
    var roles: [OrganisationRole]
    var createdAt: Date
    var expiresAt: Date

    init(_ invitation: OrganisationInvitationRecord) {
        id = invitation.id
        organisationId = invitation.organisationID
        userId = invitation.userID
        email = invitation.email
        roles = invitation.roles.sorted()
        createdAt = invitation.createdAt
        expiresAt = invitation.expiresAt
    }
}

/// The same as whom it is for sees it.
struct OwnInvitationView: Codable, Equatable, Sendable {
    var id: OrganisationInvitationID
    var organisationId: OrganisationID
    var organisationName: String
    var roles: [OrganisationRole]
    var createdAt: Date
    var expiresAt: Date

    init(_ own: OwnInvitation) {
        id = own.invitation.id
        organisationId = own.invitation.organisationID
        organisationName = own.organisationName
        roles = own.invitation.roles.sorted()
        createdAt = own.invitation.createdAt
        expiresAt = own.invitation.expiresAt
    }
}
