import CareModels
import HTTP
import Outbox

/// `POST /fhir/…/:type`: a new resource; its id is ours.
struct CreateResource: Sendable {
    let fhir: FHIRService

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let owner = try request.owner()
        let type = try fhir.type(request)
        try Self.refuseConditional(request.headers["If-None-Exist"].first)
        let draft = try fhir.draft(request, type: type)
        let content = RecordContent(
            body: .resource(draft, references: [:]), annotations: try request.annotations(), status: try request.status())
        let preference = Preference(request)
        return try await fhir.dependencies.write(for: owner, once: request) { writer, tx in
            let written = try await writer.create(content, in: fhir.place(owner, type), tx)
            return fhir.response(written, type: type, preference)
        }
    }

    /// A condition that is not understood must not be passed over.
    static func refuseConditional(_ condition: String?) throws {
        guard condition == nil else {
            throw Problem(
                .badRequest, "conditional-create", title: "Conditional creation is not supported",
                detail: "Search first, or send an Idempotency-Key so that a retry makes no second resource.", extensions: ["code": "not-supported"])
        }
    }
}
