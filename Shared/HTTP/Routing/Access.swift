import CareModels

/// Who may call a route at all; ownership is the handler's business.
package struct Access: Sendable {
    enum Callers: Sendable, Equatable { case anyone, signedIn, roles(Set<Role>) }

    let callers: Callers
    let scopes: Set<String>
    /// Who sends no token is let through: the handler takes another proof, and refuses who has none.
    package private(set) var hasOtherProof = false
    /// Who acts for somebody else is refused.
    package private(set) var isInPerson = false
    /// Who lacks the scopes is let through with one that is for some of FHIR's resources and for one of these interactions: the handler asks which.
    private var interactions: ClinicalScope.Interactions = []

    package static let anyone = Access(callers: .anyone, scopes: [])
    package static let signedIn = Access(callers: .signedIn, scopes: [])

    package static func roles(_ roles: Role...) -> Access { Access(callers: .roles(Set(roles)), scopes: []) }

    /// Also needs this scope in the token.
    package func scope(_ scope: String) -> Access {
        var access = Access(callers: callers, scopes: scopes.union([scope]))
        (access.hasOtherProof, access.isInPerson) = (hasOtherProof, isInPerson)
        return access
    }

    /// Or something else that the handler asks for, such as a ticket, when no token comes along.
    package func orOtherProof() -> Access {
        var access = self
        access.hasOtherProof = true
        return access
    }

    /// Only by the person themselves, not by who acts for them: what they could lose their account by, or be known by for longer than they are acted for.
    package func inPerson() -> Access {
        var access = self
        access.isInPerson = true
        return access
    }

    /// Or, in the place of all scopes, one of SMART App Launch for any of these interactions.
    package func orClinical(_ interactions: ClinicalScope.Interactions) -> Access {
        var access = self
        access.interactions = interactions
        return access
    }

    package var needsToken: Bool { callers != .anyone || !scopes.isEmpty }

    /// Throws the 403 problem when a checked caller may not call.
    package func check(_ identity: Identity) throws {
        if isInPerson, identity.actorID != nil { throw Problem.forbidden("Nobody does this for somebody else: the person does it themselves.") }
        if !scopes.isSubset(of: identity.scopes), !hasClinical(identity) { throw Problem.insufficientScope(scopes) }
        if case .roles(let roles) = callers, !roles.contains(identity.role) {
            throw Problem.forbidden("This is for \(Text.alternatives(roles.map(\.rawValue).sorted().map { Text(template: $0) })) only.")
        }
        // Who is let in by that role; what is anybody's is theirs all the same.
        if case .roles = callers { _ = try identity.isAdmin() }
    }

    private func hasClinical(_ identity: Identity) -> Bool {
        guard !interactions.isEmpty else { return false }
        return identity.scopes.contains { text in
            ClinicalScope.isMeant(text) && (try? ClinicalScope(text)).map { !$0.interactions.isDisjoint(with: interactions) } ?? false
        }
    }
}
