import CareModels
import FHIR
import HTTP
import Outbox

/// `POST /records/uploads`: the beginning of a file that comes in parts (tus's creation). `Upload-Metadata` says what it is.
struct CreateUpload: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try request.checkTus()
        let uploader = try await request.uploader(dependencies)
        let length = try request.bytes("Upload-Length")
        guard length <= ContentChunks.most else { throw Problem.tooLarge(limit: ContentChunks.most, "A file may have \(ContentChunks.most) bytes.") }
        guard length > 0 else { throw Problem.invalid(Fault("Upload-Length", "must be more than 0")) }
        let head = try head(request, uploader)
        try uploader.reach.check(try head.draft())
        let owner = uploader.owner
        let begin = BeginUpload(writing: dependencies.writing)
        return try await dependencies.inTurn(of: owner) {
            try await dependencies.pool.idempotent(request, content: uploader.access.marked(Array("\(length) \(head.metadata ?? "")".utf8))) { tx in
                let upload = try await begin(head, length: length, of: owner, tx)
                return Response(
                    .created,
                    headers: [
                        "Location": "\(dependencies.base)/records/uploads/\(upload.id)", "Upload-Offset": "0",
                        "Upload-Expires": HTTPDate.format(upload.expiresAt)
                    ])
            }
        }
    }

    private func head(_ request: Request, _ uploader: Uploader) throws -> UploadHead {
        let text = request.headers.first(name: "Upload-Metadata")
        var checks = Checks()
        var values: [String: String] = [:]
        do throws(Tus.Refusal) {
            values = try Tus.metadata(text ?? "")
        } catch {
            checks.fail("Upload-Metadata", "must be names, each with its value in base64, with commas between")
        }
        let release = FHIRRelease(rawValue: values["release"] ?? "r4")
        if release == nil { checks.fail("Upload-Metadata", "may have the release r4 or stu3") }
        let keeps = values["keepMetadata"] ?? "false"
        if !["true", "false"].contains(keeps) { checks.fail("Upload-Metadata", "may have keepMetadata true or false") }
        if let context = values["securityContext"], SecurityContext.reference(context) == nil {
            checks.fail("Upload-Metadata", "may have a securityContext such as DocumentReference/3")
        }
        try checks.done()
        let type = values["filetype"].flatMap { $0.isEmpty ? nil : $0 } ?? "application/octet-stream"
        return UploadHead(
            contentType: try FileHeaders.type(type, "Upload-Metadata"), release: release ?? .r4, keepsMetadata: keeps == "true",
            securityContext: values["securityContext"], metadata: text, uploader: uploader.name)
    }
}
