import CareModels
import FHIR
import Foundation
import HTTP
import Sealing

// What the handlers of uploads share. Their answers are tus's: headers, and problem+json for what is refused.
extension Request {
    /// 412 for who speaks another version, or none.
    func checkTus() throws {
        guard headers.first(name: "Tus-Resumable") == Tus.version else {
            throw Problem(
                .preconditionFailed, detail: "Send Tus-Resumable: \(Tus.version), the version of the protocol of resumable uploads.",
                headers: ["Tus-Version": Tus.version, "Tus-Resumable": Tus.version])
        }
    }

    /// A number of bytes.
    func bytes(_ header: String) throws -> Int {
        guard let text = headers.first(name: header), text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
            throw Problem.invalid(Fault(header, "must be a number of bytes"))
        }
        return number
    }

    /// Who may write a Binary may send one in parts.
    func uploader(_ dependencies: Dependencies) async throws -> Uploader {
        let access = try await access(dependencies)
        let reach = try access.permissions.reach(.create, BinaryForm.type)
        return Uploader(access: access, reach: reach, name: identity.userID?.description ?? "client \(identity.clientID)")
    }
}

extension Tus {
    /// What a client may ask first, by OPTIONS.
    static let discovery: HTTPHeaders = [
        "Tus-Version": version, "Tus-Extension": extensions, "Tus-Checksum-Algorithm": checksums, "Tus-Max-Size": String(ContentChunks.most)
    ]
}

/// Every answer says the version of the protocol, but that to OPTIONS.
extension Tus {
    /// Also one that is said again by its Idempotency-Key.
    @Sendable static func answering(_ request: Request, _ handler: Route.Handler) async throws -> Response {
        var response = try await handler(request)
        response.headers.replaceOrAdd(name: "Tus-Resumable", value: version)
        return response
    }

    static func response(_ problem: Problem, to refused: RefusedRequest) -> Response {
        var response = refused.response(for: problem)
        response.headers.replaceOrAdd(name: "Tus-Resumable", value: version)
        return response
    }
}

/// Who sends a file in parts, and what of.
struct Uploader: Sendable {
    let access: RecordAccess
    let reach: RecordReach
    /// Whose it is: nobody else goes on with it.
    let name: String

    var owner: UserID { access.owner }

    /// One that was begun without saying by whom was its person's.
    func owns(_ upload: UploadRecord) -> Bool { upload.head.uploader.map { $0 == name } ?? access.standing.isInPlaceOfOwner }
}

extension UploadHead {
    /// Of the Binary that it becomes.
    func draft() throws -> ResourceDraft { try ResourceDraft(FileBinaryView(release: release, contentType: contentType, securityContext: securityContext).bytes) }
}

extension Dependencies {
    func upload(_ id: UploadID, of uploader: Uploader) async throws -> (upload: UploadRecord, key: PersonKey) {
        let (owner, now) = (uploader.owner, moment())
        let found = try await pool.read(of: owner, keys) { key, connection in (try await connection.upload(id, of: owner, key, now: now), key) }
        guard let found, let upload = found.0, uploader.owns(upload) else { throw Refusal.noSuch(.upload) }
        return (upload, found.1)
    }

    /// Of an upload as it is now.
    func headers(_ upload: UploadRecord) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Upload-Offset": String(upload.received), "Upload-Length": String(upload.length), "Upload-Expires": HTTPDate.format(upload.expiresAt),
            "Cache-Control": "no-store"
        ]
        if let metadata = upload.head.metadata { headers.add(name: "Upload-Metadata", value: metadata) }
        if upload.isDone { headers.add(name: "Content-Location", value: address(of: upload)) }
        return headers
    }

    /// Of the Binary that it becomes.
    func address(of upload: UploadRecord) -> String {
        urls(upload.head.release).url(BinaryForm.type, upload.id.description)
    }
}
