import CareModels
import Outbox
import Postgres

/// Keeps who works in an organisation, in whatever order its events come. Of who was erased nothing is kept.
struct FollowOrganisation: Sendable {
    /// What an event says of the members.
    enum News: Sendable {
        case nothing
        case member(UserID, roles: [OrganisationRole])
        /// All of them; none of one that is closed.
        case members([OrganisationSnapshot.Member])
    }

    func callAsFunction(_ id: OrganisationID, version: Int, _ news: News, _ tx: Transaction) async throws -> VersionStep {
        var organisation = try await tx.lockOrganisation(id)
        let step = VersionStep(after: organisation.version, to: version)
        organisation.version = max(organisation.version, version)
        if version > organisation.settled {
            switch news {
            case .nothing: break
            case .member(let user, let roles):
                if try await tx.lockLiving([user]).isEmpty {
                    // The release before, which knows no members, may have erased them.
                    try await tx.deleteMemberships(of: user)
                } else {
                    try await tx.setMember(user, of: id, roles: roles, version: version)
                }
            case .members(let members):
                let living = try await tx.lockLiving(members.map(\.userId))
                try await tx.setMembers(members.filter { living.contains($0.userId) }, of: id, version: version)
                organisation.settled = version
            }
        }
        try await tx.save(organisation)
        return step
    }
}
