import CareModels
import Postgres

/// Who asks for something of an organisation.
struct OrganisationCaller: Equatable, Sendable {
    /// Nil at the terminal.
    var id: UserID?
    /// The platform's admin, who may do what an owner may.
    var isPlatform: Bool

    static let terminal = OrganisationCaller(id: nil, isPlatform: true)

    /// As what they act there. Of an organisation that is not theirs nobody learns that it is there.
    func actor(in organisation: OrganisationID, _ runner: some PostgresRunner) async throws -> OrganisationRule.Actor {
        if isPlatform { return .platform(id) }
        guard let id, let member = try await runner.member(id, of: organisation) else { throw OrganisationRule.Refusal.noSuchOrganisation }
        return .member(id, member.roles)
    }
}

extension PostgresRunner {
    /// The organisation, and as what the caller acts there.
    func organisation(_ id: OrganisationID, for caller: OrganisationCaller) async throws -> (OrganisationRecord, OrganisationRule.Actor) {
        guard let organisation = try await organisation(id) else { throw OrganisationRule.Refusal.noSuchOrganisation }
        return (organisation, try await caller.actor(in: id, self))
    }
}

extension Transaction {
    /// The same, and the organisation is locked: by nobody who may not know of it, which is asked before and again.
    func locked(_ id: OrganisationID, for caller: OrganisationCaller) async throws -> (OrganisationRecord, OrganisationRule.Actor) {
        _ = try await caller.actor(in: id, self)
        guard let organisation = try await lockedOrganisation(id) else { throw OrganisationRule.Refusal.noSuchOrganisation }
        return (organisation, try await caller.actor(in: id, self))
    }
}
