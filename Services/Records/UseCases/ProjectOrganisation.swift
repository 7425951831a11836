import CareModels
import Outbox
import Postgres

/// Keeps of a house who sees patients there. It says how the event follows what was heard of the house; nil when that is not known.
struct ProjectOrganisation: Sendable {
    func callAsFunction(_ id: OrganisationID, name: String?, version: Int, isClosed: Bool = false, _ tx: Transaction) async throws -> VersionStep? {
        let step = try await step(of: id, to: version, tx)
        try await tx.project(id, name: name, version: version, isClosed: isClosed)
        return step
    }

    /// Of what concerns nobody here, only that it was heard of.
    func callAsFunction(_ id: OrganisationID, version: Int, _ tx: Transaction) async throws -> VersionStep? { try await step(of: id, to: version, tx) }

    /// Without any roles they have left.
    func callAsFunction(_ member: UserID, in id: OrganisationID, _ roles: [OrganisationRole], version: Int, _ tx: Transaction) async throws -> VersionStep? {
        let step = try await step(of: id, to: version, tx)
        try await tx.project(member, in: id, isPractitioner: roles.contains(.practitioner), version: version)
        return step
    }

    func callAsFunction(_ snapshot: OrganisationSnapshot, _ tx: Transaction) async throws -> VersionStep? {
        let step = try await step(of: snapshot.organisationId, to: snapshot.version, tx)
        try await tx.project(snapshot.organisationId, name: snapshot.isClosed ? nil : snapshot.name, version: snapshot.version, isClosed: snapshot.isClosed)
        let members = Dictionary(snapshot.members.map { ($0.userId, $0.roles.contains(.practitioner)) }, uniquingKeysWith: { first, _ in first })
        try await tx.projectMembers(members, of: snapshot.organisationId, version: snapshot.version)
        return step
    }

    private func step(of id: OrganisationID, to version: Int, _ tx: Transaction) async throws -> VersionStep? {
        try await tx.saw(id, version: version).map { VersionStep(after: $0, to: version) }
    }
}
