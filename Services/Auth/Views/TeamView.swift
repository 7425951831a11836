import CareModels
import Foundation

/// A team as the organisation's members see it.
struct TeamView: Codable, Equatable, Sendable {
    var id: TeamID
    var organisationId: OrganisationID
    var name: String
    var memberIds: [UserID]
    var createdAt: Date
    var updatedAt: Date

    init(_ team: TeamRecord) {
        id = team.id
        organisationId = team.organisationID
        name = team.details.name
        memberIds = team.details.memberIDs
        createdAt = team.createdAt
        updatedAt = team.updatedAt
    }
}
