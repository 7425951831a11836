import CareModels
import FHIR
import HTTP
import JSON
import Sealing

/// `POST /fhir/…/:type/$validate` and `POST /fhir/…/:type/:id/$validate`: what would be wrong with a resource, or with what is to be done with it, without doing it
/// (http://hl7.org/fhir/R4/resource-operation-validate.html).
struct ValidateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    /// The address names a resource, whose id it has to be.
    let isOfInstance: Bool

    static let query: Set<String> = ["_format", "_pretty", "mode", "profile"]

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        // What is of nobody's record can be looked at by itself.
        let access = !isOfInstance && request.namesNobody ? nil : try await request.access(dependencies)
        let permissions = access?.permissions ?? RecordPermissions(scopes: request.identity.scopes, contexts: [request.identity.role == .service ? .system : .user])
        let type = try request.resourceType(release)
        let id = isOfInstance ? try request.resourceID() : nil
        if !request.body.isEmpty { try FHIRMedia.checkBody(request) }
        try checkAsked(permissions, type)
        let wish = try ValidationWish(request.body, type: type, id: id, query: (request.query["mode"], request.query["profile"]), release)
        let issues = try await issues(wish, type, id, access, permissions, request)
        var response = Response.fhir(OperationOutcomeView(issues, in: request.language).bytes)
        response.isWritten(in: request.language)
        return response
    }

    /// Who may write any of the type, or read it, may ask: of the record only modes tell anything, each to whom it would.
    private func checkAsked(_ permissions: RecordPermissions, _ type: String) throws {
        let mays = [ClinicalScope.Interactions.create, .update, .delete].contains { permissions.decide($0, type).refusal == nil }
        if !mays { _ = try permissions.reach(.read, type) }
    }

    private func issues(
        _ wish: ValidationWish, _ type: String, _ id: String?, _ access: RecordAccess?, _ permissions: RecordPermissions, _ request: Request
    ) async throws -> [ValidationIssue] {
        let named = wish.resource?["id"]?.string.flatMap { ResourceID.isValid($0) ? $0 : nil }
        if let mode = wish.mode, mode != .create, let id = id ?? named {
            // Whatever would be refused to who does it is refused to who asks, and whose record it would be done in has to be said.
            let access = if let access { access } else { try await request.access(dependencies) }
            let place = RecordPlace.resources(type, release, access.owner)
            let stored = try await stored(id, in: place, for: mode, access)
            if mode == .delete { return [] }
            if mode == .profile {
                let body = stored?.body ?? []
                try dependencies.budget(of: request).hold(toRead: [body])
                return try issues(of: try JSONDocument(body, limits: .resource).root)
            }
        }
        guard let resource = wish.resource else { return [] }
        let found = try issues(of: resource) + wish.issues(of: resource, type: type, id: id)
        guard let mode = wish.mode, !found.contains(where: { $0.severity == .error }) else { return found }
        let reach = try permissions.reach(mode == .create ? .create : .update, type)
        try reach.check(try ResourceDraft(resource), try request.annotations())
        return found
    }

    private func issues(of resource: JSONValue) throws -> [ValidationIssue] { try Validator(release).validate(resource).issues }

    /// The one that is there, as the interaction itself finds it; nil where an update would make it.
    private func stored(_ id: String, in place: RecordPlace, for mode: ValidationWish.Mode, _ access: RecordAccess) async throws -> RecordVersion? {
        let interaction: ClinicalScope.Interactions = mode == .delete ? .delete : mode == .update ? .update : .read
        let reach = try access.permissions.reach(interaction, place.type)
        if mode != .profile, place.type == "AuditEvent", NotedID(id) != nil { throw NotedForGood() }
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection -> RecordVersion? in
            guard let stored = try await connection.storedCurrent(id, in: place, key) else { return nil }
            let judged = mode == .update && stored.body == nil ? try await connection.lastLiving(id, in: place, key) ?? stored : stored
            guard try await connection.isHeld(judged, in: place, within: reach, key) else { throw Refusal.noSuch(.resource) }
            if mode != .profile, stored.head.isAttestation == true, access.standing != .owner { throw NotedForGood() }
            return mode == .profile ? try await connection.whole(stored, key) : stored
        }
        let stored = found.flatMap { $0 }
        if mode == .profile, let stored, stored.body == nil { throw Refusal.deleted(.resource, version: stored.version) }
        guard stored != nil || mode == .update && reach.mayMake else { throw Refusal.noSuch(.resource) }
        return stored
    }
}
