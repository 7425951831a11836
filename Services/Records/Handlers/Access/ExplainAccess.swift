import CareModels
import FHIR
import Foundation
import HTTP

/// `GET /fhir/…/$explain-access`: who may see what of the caller's record, by which consent; with an actor and a type, what would let them or would not.
struct ExplainAccess: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease

    static let query: Set<String> = ["actor", "type", "id", "scope", "purpose", "_format", "_pretty"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        guard access.standing.isInPlaceOfOwner else { throw RecordPermissions.Refusal.patientAlone }
        let owner = access.owner
        let (type, id, given) = (request.query["type"], request.query["id"], request.query["actor"])
        var checks = Checks()
        checks.check(type.map(release.hasType) ?? true, "type", "must be a type of resource of FHIR \(release.version), such as Observation")
        let actor = given.flatMap(ConsentReading.grantee)
        checks.check(actor != nil || given == nil, "actor", "must be Practitioner/, Patient/, Organization/ or Device/ and an id")
        checks.check(id == nil || type != nil, "id", "goes with type")
        let scopes = request.query["scope"].map { Set($0.split(separator: " ").map(String.init)) }
        let purpose = try checks.read(request.query["purpose"].map { try Purpose(asked: $0, in: "purpose") }) ?? .treatment
        for name in ["scope", "purpose"] { checks.check(request.query[name] == nil || given != nil, name, "goes with actor") }
        try checks.done()
        _ = try access.permissions.reach(.read, type ?? "Consent")
        let now = dependencies.moment()
        let found = try await dependencies.pool.read(of: owner, dependencies.keys) { key, connection in
            let consents = try await connection.consents(of: owner, key)
            guard let actor else { return AccessExplanation(consents: consents.map { ExplainedConsent($0, at: now) }) }
            let claim = AccessRule.Claim(actor, of: owner, for: purpose, at: now)
            let house: OrganisationID? = if case .organisation(let id) = actor { id } else { nil }
            let known = try await connection.accessKnown(claim, asMemberOf: house, key)
            var resource: RecordVersion?
            if let type, let id { resource = try await connection.current(id, in: .resources(type, release, owner), key) }
            return AccessExplanation(claim, known, of: type, resource, isNamed: id != nil, scopes: scopes)
        }
        return .fhir(AccessExplanationView(found ?? AccessExplanation(consents: [])).bytes)
    }
}
