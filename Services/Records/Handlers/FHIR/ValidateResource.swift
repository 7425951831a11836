import CareModels
import FHIR
import HTTP

/// `POST /fhir/…/:type/$validate` and `POST /fhir/…/:type/:id/$validate`: what would be wrong with a resource, without storing it
/// (http://hl7.org/fhir/R4/resource-operation-validate.html).
struct ValidateResource: Sendable {
    let dependencies: Dependencies
    let release: FHIRRelease
    /// The address names a resource, whose id it has to be.
    let isOfInstance: Bool

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        let type = try request.resourceType(release)
        // Who may write it, or read it, may ask; nothing of the record is told.
        do {
            _ = try access.permissions.reach(.create, type)
        } catch {
            _ = try access.permissions.reach(.read, type)
        }
        let id = isOfInstance ? try request.resourceID() : nil
        try FHIRMedia.checkBody(request)
        let wish = try ValidationWish(request.body, type: type)
        var issues = try Validator(release).validate(wish.resource).issues
        issues += wish.issues(type: type, id: id)
        var response = Response.fhir(OperationOutcomeView(issues, in: request.language).bytes)
        response.isWritten(in: request.language)
        return response
    }
}
