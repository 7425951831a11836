import CareModels
import Foundation

/// Who stands where to somebody's record: by themselves, in the person's place, or by what the person has given. Nobody else does.
enum AccessRule {
    /// Who asks, as their token says, for whose record.
    struct Claim: Equatable, Sendable {
        /// Nil for a machine.
        var actor: UserID?
        /// Who acts for them.
        var guardian: UserID?
        var role: Role
        var client: String
        /// It may use everybody's records.
        var isForAnybody = false
        var owner: UserID
        var purpose: Purpose
        var now: Date
    }

    /// What is known of the two.
    struct Known: Equatable, Sendable {
        struct Consent: Equatable, Sendable {
            var record: RecordID
            var grantee: Grantee
            var grant: ConsentGrant
        }

        struct Override: Equatable, Sendable {
            var id: UUID
            var endsAt: Date
        }

        /// Somebody vouches for the provider.
        var isVerified = false
        /// Where they see patients.
        var organisations: Set<OrganisationID> = []
        var consents: [Consent] = []
        var overrides: [Override] = []
        /// How often the person's consents were changed.
        var changes = 0
    }

    enum Refusal: Error, Equatable {
        /// Whether there is such a person is not told.
        case nothingGiven
    }

    /// What each resource is looked at by: what was given, and what is taken out of that. What goes beyond is not given.
    static let mostRules = 500

    /// What needs nothing to be given; nil when something does.
    static func standing(_ claim: Claim) -> AccessStanding? {
        if claim.role == .service { return claim.isForAnybody ? .machine : nil }
        guard claim.actor == claim.owner, claim.role == .patient else { return nil }
        return claim.guardian == nil ? .owner : .guardian
    }

    static func standing(_ claim: Claim, _ known: Known) throws(Refusal) -> AccessStanding {
        if let standing = standing(claim) { return standing }
        // Who acts for somebody acts in that person's own record alone.
        guard claim.guardian == nil else { throw .nothingGiven }
        var rules = 0
        var allowances = known.consents.compactMap { consent -> Allowance? in
            guard isGranted(consent.grantee, claim, known), consent.grant.counts(at: claim.now, for: claim.purpose) else { return nil }
            let house: OrganisationID? = if case .organisation(let id) = consent.grantee { id } else { nil }
            var grant = consent.grant
            grant.exceptions.removeAll { exception in !(exception.actors?.contains { isMeant($0, claim, known) } ?? true) }
            guard rules + 1 + grant.exceptions.count <= mostRules else { return nil }
            rules += 1 + grant.exceptions.count
            return Allowance(source: .consent(consent.record), grant: grant, organisation: house)
        }
        if claim.role == .provider, known.isVerified {
            allowances += known.overrides.filter { $0.endsAt > claim.now }.map { Allowance(source: .override($0.id), grant: .reading) }
        }
        guard !allowances.isEmpty else { throw .nothingGiven }
        return .given(GivenAccess(allowances: allowances, now: claim.now, purpose: claim.purpose))
    }

    /// Whom an exception names is kept out in whatever place they come.
    private static func isMeant(_ grantee: Grantee, _ claim: Claim, _ known: Known) -> Bool {
        switch grantee {
        case .provider(let id), .person(let id): id == claim.actor
        case .organisation(let id): known.organisations.contains(id)
        case .client(let id): id == claim.client
        }
    }

    private static func isGranted(_ grantee: Grantee, _ claim: Claim, _ known: Known) -> Bool {
        switch grantee {
        case .provider(let id): claim.role == .provider && known.isVerified && id == claim.actor
        case .organisation(let id): claim.role == .provider && known.isVerified && known.organisations.contains(id)
        case .person(let id): claim.role == .patient && id == claim.actor
        case .client(let id): claim.role == .service && id == claim.client
        }
    }
}
