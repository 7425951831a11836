import CareModels
import HTTP

extension Dependencies {
    /// That whoever asks has the power of an operator: with a session that goes on, and that was signed in with two factors unless the operator asks for one alone.
    func requirePower(_ request: Request) async throws { try checkPower(await standing(request)) }

    private func checkPower(_ standing: StepUp.Standing) throws {
        if settings.adminsNeedSecondFactor { try StepUp.checkPower(standing.context) }
    }

    /// That the caller may do this to an account, which is another's only for an admin with that power.
    func requireAccount(_ target: UserID, scope: String, _ request: Request) async throws {
        guard let caller = request.identity.userID, caller != target else {
            try await requireLiveSession(request)
            return try requireAccess(to: target, scope: scope, request)
        }
        let standing = try await standing(request)
        try requireAccess(to: target, scope: scope, request)
        try checkPower(standing)
    }

    /// Writes down that an operator looks at what is other people's.
    func note(_ kind: AuditEntry.Kind, of user: UserID? = nil, from origin: Origin) async throws {
        if let actor = origin.actorID { try allowances.administration.check(person: actor.description, client: origin.clientID ?? "") }
        let note = NoteReading(now: now)
        try await pool.transaction { tx in try await note(kind, of: user, from: origin, tx) }
    }

    /// The same of one person, unless it is themselves who look.
    func noteReading(of user: UserID, _ request: Request) async throws {
        guard request.identity.userID != user else { return }
        try await note(.usersRead, of: user, from: actorOrigin(of: request))
    }

    /// A client is another, or disabled: this replica goes by it at once, and what it has begun ends.
    func clientHasChanged(_ id: String, isDisabled: Bool = false) async throws {
        clients.forget(id)
        guard isDisabled else { return }
        let end = EndSessionsOfDisabledClients(now: now)
        // The rest is left to the sweep.
        for _ in 0..<20 {
            let isMore = try await pool.transaction { tx in try await end(tx) }
            if !isMore { return }
        }
    }
}
