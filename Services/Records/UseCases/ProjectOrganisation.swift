import CareModels
import Outbox
import Postgres

/// Keeps of a house who sees patients there. It says how the event follows what was heard of the house; nil when that is not known.
struct ProjectOrganisation: Sendable {
    func callAsFunction(_ news: OrganisationNews, _ tx: Transaction) async throws -> VersionStep? {
        let (id, version) = (news.organisationId, news.version)
        let step = try await tx.saw(id, version: version).map { VersionStep(after: $0, to: version) }
        switch news.change {
        case .named(let name): try await tx.project(id, name: name, version: version, isClosed: false)
        case .team: break
        case .closed: try await tx.project(id, name: nil, version: version, isClosed: true)
        case .member(let member, let roles): try await tx.project(member, in: id, isPractitioner: roles.contains(.practitioner), version: version)
        case .whole(let name, let members, let isClosed):
            try await tx.project(id, name: isClosed ? nil : name, version: version, isClosed: isClosed)
            let practitioners = Dictionary(members.map { ($0.userId, $0.roles.contains(.practitioner)) }, uniquingKeysWith: { first, _ in first })
            try await tx.projectMembers(practitioners, of: id, version: version)
        }
        return step
    }
}
