import CareModels
import Outbox
import Postgres

/// Keeps who works in an organisation, in whatever order its events come. Of who was erased nothing is kept.
struct FollowOrganisation: Sendable {
    func callAsFunction(_ news: OrganisationNews, _ tx: Transaction) async throws -> VersionStep {
        var organisation = try await tx.lockOrganisation(news.organisationId)
        let step = VersionStep(after: organisation.version, to: news.version)
        organisation.version = max(organisation.version, news.version)
        if news.version > organisation.settled {
            switch news.change {
            case .named, .team: break
            case .member(let user, let roles): try await set(user, roles, news, tx)
            case .closed: try await settle([], news, &organisation, tx)
            case .whole(_, let members, _): try await settle(members, news, &organisation, tx)
            }
        }
        try await tx.save(organisation)
        return step
    }

    private func set(_ user: UserID, _ roles: [OrganisationRole], _ news: OrganisationNews, _ tx: Transaction) async throws {
        if try await tx.lockLiving([user]).isEmpty {
            // The release before, which knows no members, may have erased them.
            try await tx.deleteMemberships(of: user)
        } else {
            try await tx.setMember(user, of: news.organisationId, roles: roles, version: news.version)
        }
    }

    /// These are all of them.
    private func settle(
        _ members: [OrganisationSnapshot.Member], _ news: OrganisationNews, _ organisation: inout FollowedOrganisation, _ tx: Transaction
    ) async throws {
        let living = try await tx.lockLiving(members.map(\.userId))
        try await tx.setMembers(members.filter { living.contains($0.userId) }, of: news.organisationId, version: news.version)
        organisation.settled = news.version
    }
}
