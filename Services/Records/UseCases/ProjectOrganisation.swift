import CareModels
import Postgres

/// Keeps of a house who sees patients there.
struct ProjectOrganisation: Sendable {
    func callAsFunction(_ id: OrganisationID, name: String?, version: Int, isClosed: Bool = false, _ tx: Transaction) async throws {
        try await tx.project(id, name: name, version: version, isClosed: isClosed)
    }

    /// Without any roles they have left.
    func callAsFunction(_ member: UserID, in id: OrganisationID, _ roles: [OrganisationRole], version: Int, _ tx: Transaction) async throws {
        try await tx.project(member, in: id, isPractitioner: roles.contains(.practitioner), version: version)
    }

    func callAsFunction(_ snapshot: OrganisationSnapshot, _ tx: Transaction) async throws {
        try await tx.project(snapshot.organisationId, name: snapshot.isClosed ? nil : snapshot.name, version: snapshot.version, isClosed: snapshot.isClosed)
        let members = Dictionary(snapshot.members.map { ($0.userId, $0.roles.contains(.practitioner)) }, uniquingKeysWith: { first, _ in first })
        try await tx.projectMembers(members, of: snapshot.organisationId, version: snapshot.version)
    }
}

/// Keeps of a provider what they are called, and whether somebody vouches for them.
struct ProjectProvider: Sendable {
    func callAsFunction(_ profile: PublicProfile, _ tx: Transaction) async throws {
        guard profile.role == .provider else { return }
        _ = try await tx.project(profile)
    }
}
