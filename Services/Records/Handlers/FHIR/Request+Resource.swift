import FHIR
import HTTP

extension Request {
    /// The type in the path, which has to be one of the release's.
    func resourceType(_ release: FHIRRelease) throws -> String { try release.known(try parameter("type")) }

    /// The id in the path. One that none can have names nothing.
    func resourceID() throws -> String {
        let id = try parameter("id")
        guard ResourceID.isValid(id) else { throw Refusal.noSuch(.resource) }
        return id
    }

    /// The resource in the body, which is to be stored as this type.
    func resource(_ type: String, in body: [UInt8], _ validation: ResourceValidation, _ release: FHIRRelease) throws -> ResourceDraft {
        try FHIRMedia.checkBody(self)
        let draft = try validation.draft(try ResourceDraft.root(of: body, type: type), release)
        try draft.check(type: type)
        return try validation.checked(draft, release)
    }
}
