import CareModels
import Foundation

/// An organisation as its members see it.
struct OrganisationView: Codable, Equatable, Sendable {
    var id: OrganisationID
    var name: String
    var addresses: [String]
    var timeZone: String
    /// In their order; nil where none is asked for.
    var secondFactorRoles: [OrganisationRole]?
    /// Where its logo is; nil without one.
    var logoUrl: String?
    /// What the caller does there; nil where that was not asked, and of the platform's admin.
    var roles: [OrganisationRole]?
    var createdAt: Date
    var updatedAt: Date

    init(_ organisation: OrganisationRecord, roles: [OrganisationRole]?, issuer: String) {
        id = organisation.id
        name = organisation.details.name
        addresses = organisation.details.addresses
        timeZone = organisation.details.timeZone
        secondFactorRoles = organisation.details.secondFactorRoles.isEmpty ? nil : organisation.details.secondFactorRoles.sorted()
        logoUrl = organisation.logoRevision.map { _ in "\(issuer)/organisations/\(organisation.id)/logo" }
        self.roles = roles
        createdAt = organisation.createdAt
        updatedAt = organisation.updatedAt
    }
}

extension OrganisationRule.Actor {
    /// In their order; nil of the platform's admin.
    var roles: [OrganisationRole]? {
        switch self {
        case .platform: nil
        case .member(_, let roles): roles.sorted()
        }
    }
}
