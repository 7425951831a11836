import CareModels
import HTTP

extension Request {
    /// Whom a machine acts for.
    static let personHeader = "Care-Person"

    /// Whose records the request is about. A person's own; a machine names the person, or a Patient resource of theirs. What belongs to someone else is nowhere to be
    /// found, so that nothing tells of its existence.
    func owner(_ dependencies: Dependencies) async throws -> UserID {
        let owner = try await ownerOfOwn(dependencies)
        AccessTrail.current?.concerns(owner, for: try purpose())
        AccessTrail.current?.letIn(identity.role == .service ? .machine : identity.actorID == nil ? .owner : .guardian, changes: nil)
        return owner
    }

    /// What an `Idempotency-Key` stands for: what was sent, for whom.
    func content(for owner: UserID) -> [UInt8] { identity.role == .service ? body + Array("\(owner)".utf8) : body }

    private func ownerOfOwn(_ dependencies: Dependencies) async throws -> UserID {
        let named = headers[Self.personHeader]
        guard identity.role == .service else {
            let user = try identity.user()
            guard let name = named.first else { return user }
            guard let person = UserID(name), try await isOwn(person, user, dependencies) else { throw Problem.forbidden("Only your own records are yours to use.") }
            return user
        }
        guard identity.scopes.contains("records:any") else { throw Problem.insufficientScope(["records:any"]) }
        guard named.count == 1, let person = UserID(named[0]) else {
            throw Problem.invalid(Fault(Self.personHeader, "names the person whose records these are, by their id; a machine has to send it"))
        }
        return try await owner(ofPatient: person, dependencies) ?? person
    }

    /// Who acts for somebody names them by their account.
    private func isOwn(_ person: UserID, _ user: UserID, _ dependencies: Dependencies) async throws -> Bool {
        if person == user { return true }
        guard identity.actorID == nil else { return false }
        return try await owner(ofPatient: person, dependencies) == user
    }

    /// `Care-Annotations`: nil when absent, so that what was there is kept.
    func annotations() throws -> Annotations? {
        let values = headers["Care-Annotations"]
        guard !values.isEmpty else { return nil }
        do {
            return try Annotations(header: values.joined(separator: ","))
        } catch {
            throw Problem.invalid(Fault("Care-Annotations", error.message))
        }
    }

    /// `Care-Status`: `active` or `pending`; nil when absent.
    func status() throws -> RecordStatus? {
        guard let text = headers.first(name: "Care-Status") else { return nil }
        guard let status = RecordStatus(rawValue: text.lowercased()), status != .deleted else {
            throw Problem.invalid(Fault("Care-Status", "must be active or pending"))
        }
        return status
    }

    /// If-Match and If-None-Match of a write.
    func precondition(_ comparison: Condition.Comparison) throws -> Precondition {
        Precondition(match: try matchCondition(), comparison: comparison, mustBeAbsent: try mustBeAbsent())
    }
}
