import CareModels
import FHIR
import Foundation
import HTTP

extension Request {
    /// Why somebody who is not the patient uses a record: one of `Purpose`'s words.
    static let purposeHeader = "Care-Purpose"

    /// Of FHIR's resources: whose record the request is about, and what its caller may do with it. A patient's own costs no look at the database.
    ///
    /// A Patient resource stands for the person whose record it is in, too, where the header, a search or an address names it: by the id that it was given here, which is
    /// what references in what was imported say. Whether there is one is told to nobody who has not been given something of that record. Who acts for somebody, or by a
    /// token for one patient, names them by their account.
    func access(_ dependencies: Dependencies) async throws -> RecordAccess {
        let person = try person()
        let isInAddress = identity.role != .patient && (person == personOfSearch || person == personOfCompartment)
        let mayBeResource = launchedFor == nil && (isInAddress || !headers[Self.personHeader].isEmpty)
        // A machine is let in to whoever it names, whether there is such a person or not: for it the resource comes first.
        let isMachine = identity.role == .service
        if !isMachine, let access = try await access(dependencies, to: person) { return access }
        if mayBeResource, let owner = try await owner(ofPatient: person, dependencies), let access = try await access(dependencies, to: owner) { return access }
        guard isMachine else { throw Refusal.nothingGiven(isProvider: identity.role == .provider) }
        if let access = try await access(dependencies, to: person) { return access }
        throw Problem.insufficientScope(["records:any"])
    }

    /// Nil: it is no Patient resource's id, and may be an account's.
    func owner(ofPatient id: UserID, _ dependencies: Dependencies) async throws -> UserID? {
        // A machine names one account in many requests: whose key is in memory is one, and no id is of both.
        if identity.role == .service, dependencies.keys.cached(id) != nil { return nil }
        return try await dependencies.pool.withConnection { try await $0.owner(ofPatient: RecordID(id.uuid)) }
    }

    /// The same of this person's record; nil when they have given nothing, or the token is for another's.
    func access(_ dependencies: Dependencies, to owner: UserID) async throws -> RecordAccess? {
        guard isFor(owner) else { return nil }
        let claim = try claim(to: owner, at: dependencies.moment())
        AccessTrail.current?.concerns(claim.owner, for: claim.purpose)
        if let standing = AccessRule.standing(claim) { return letIn(claim, standing, changes: nil) }
        let known = try await dependencies.pool.read(of: claim.owner, erased: nil, dependencies.keys) { key, connection in
            try await connection.accessKnown(claim, key)
        }
        guard let known, let standing = try? AccessRule.standing(claim, known) else { return nil }
        return letIn(claim, standing, changes: known.changes)
    }

    /// Whom an app was opened for by somebody else, a provider: whatever is given to the provider, its token is for that patient's record alone.
    private var launchedFor: UserID? { identity.patientID == identity.userID ? nil : identity.patientID }

    /// Whether the token is for this person's record too.
    func isFor(_ owner: UserID) -> Bool { launchedFor.map { $0 == owner } ?? true }

    /// Whether it hangs on what is in resources who may see them, or what of them: a thousand consents are read for it, and resources of megabytes, which is nothing for an
    /// event loop. What is a caller's own is handed out as it is.
    var hangsOnContents: Bool {
        if query[AttachmentChoice.parameter] != nil || Self.subsetParameters.contains(where: { query[$0] != nil }) { return true }
        if identity.scopes.contains(where: { ClinicalScope.isMeant($0) && $0.utf8.contains(UInt8(ascii: "?")) }) { return true }
        switch identity.role {
        case .patient: return headers[Self.personHeader].contains { UserID($0) != identity.userID }
        case .service: return !identity.scopes.contains("records:any")
        default: return true
        }
    }

    /// Of a search: it is no patient's, who looks at one record, and nobody's record is named.
    var namesNobody: Bool {
        guard launchedFor == nil, headers[Self.personHeader].isEmpty, personOfSearch == nil else { return false }
        return identity.role == .provider || identity.role == .service && identity.scopes.contains("records:any")
    }

    private func letIn(_ claim: AccessRule.Claim, _ standing: AccessStanding, changes: Int?) -> RecordAccess {
        AccessTrail.current?.letIn(standing, changes: changes)
        let isForRecord = identity.patientID == claim.owner
        let permissions = RecordPermissions(scopes: identity.scopes, role: identity.role, isForRecord: isForRecord, standing: standing)
        AccessTrail.current?.may(permissions, scopes: identity.scopes, isForRecord: isForRecord)
        return RecordAccess(owner: claim.owner, permissions: permissions, standing: standing, changes: changes)
    }

    private func claim(to owner: UserID, at now: Date) throws -> AccessRule.Claim {
        AccessRule.Claim(
            actor: identity.userID, guardian: identity.actorID, role: identity.role, client: identity.clientID,
            isForAnybody: identity.scopes.contains("records:any"), owner: owner, purpose: try purpose(), now: now)
    }

    /// The person whose record it is. A patient's own, unless the header names another; everybody else names them, by the header, by `patient` or `subject` of a
    /// search, or by the compartment in the path, unless their token is for one patient. Who acts for somebody does it in that person's record alone.
    private func person() throws -> UserID {
        let named = headers[Self.personHeader]
        guard named.count <= 1 else { throw unnamed }
        if let name = named.first {
            guard let person = UserID(name) else { throw identity.role == .patient ? Problem.forbidden("Only your own records are yours to use.") : unnamed }
            if identity.actorID != nil, person != identity.userID { throw Problem.forbidden("Only your own records are yours to use.") }
            guard isFor(person) else { throw Problem.launchedForAnother }
            return person
        }
        if let patient = launchedFor { return patient }
        if identity.role == .patient { return try identity.user() }
        if identity.role != .patient, let person = personOfSearch ?? personOfCompartment { return person }
        if identity.role == .service, !identity.scopes.contains("records:any") { throw Problem.insufficientScope(["records:any"]) }
        throw unnamed
    }

    private var unnamed: Problem {
        let word: Text =
            identity.role == .provider
            ? "names the person whose records these are, by their id; send it, or patient in a search"
            : "names the person whose records these are, by their id; a machine has to send it"
        return Problem.invalid(Fault(Self.personHeader, word))
    }

    private var personOfSearch: UserID? {
        let pairs = try? pattern.hasSuffix("_search") ? formList() : QueryParameters.list(queryString.utf8)
        let value = pairs?.first { ["patient", "subject", "patient:Patient", "subject:Patient"].contains($0.name) }?.value
        return value.flatMap { UserID($0.split(separator: "/").last ?? "") }
    }

    private var personOfCompartment: UserID? {
        let parts = path.split(separator: "/").map(String.init)
        guard let index = parts.firstIndex(of: "Patient"), index + 1 < parts.count else { return nil }
        return UserID(parts[index + 1])
    }

    /// A patient asks for themselves; of others it is treatment unless they say otherwise.
    func purpose() throws -> Purpose {
        if identity.role == .patient, headers[Self.personHeader].isEmpty { return identity.actorID == nil ? .patientRequest : .familyRequest }
        guard let text = headers.first(name: Self.purposeHeader) else {
            return switch identity.role {
            case .patient: .familyRequest
            case .service: .systemAdministration
            default: .treatment
            }
        }
        return try Purpose(asked: text, in: Self.purposeHeader)
    }
}

extension Purpose {
    /// What somebody says: in an emergency nobody says so, it is known.
    init(asked text: String, in name: String) throws {
        guard let purpose = Purpose(rawValue: text), purpose != .breakGlass else {
            let known = Purpose.allCases.filter { $0 != .breakGlass }.map(\.rawValue).joined(separator: ", ")
            throw Problem.invalid(Fault(name, "must be one of \(known)"))
        }
        self = purpose
    }
}

extension Problem {
    static var launchedForAnother: Problem { .forbidden("This token is for the records of one patient, whom its app was opened for.") }
}
