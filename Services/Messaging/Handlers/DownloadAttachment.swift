import CareModels
import CareService
import HTTP

/// `GET /attachments/:id/content`: the bytes, or a part of them (Range, RFC 9110 section 14), opened a chunk at a time. Pictures come smaller, too.
struct DownloadAttachment: Sendable {
    let dependencies: Dependencies

    static let query: Set<String> = ["expires", "signature", PictureSize.parameter]

    func handle(_ request: Request) async throws -> Response {
        let id: AttachmentID = try request.id("id")
        try DownloadAddress(dependencies: dependencies).check(id, request.query)
        let size = try PictureSize(request)
        let reader = try await dependencies.pool.withConnection { connection in
            let file = try await connection.attachment(id)
            guard let file, file.isReady, let cipher = try await dependencies.keys.cipher(of: file, connection) else { throw Refusal.noSuchFile }
            let opened = OpenedFile(record: file, name: try file.fileName.map(cipher.openName))
            return AttachmentReader(dependencies: dependencies, file: opened, cipher: cipher)
        }
        return try await reader.response(to: request, size: size)
    }
}
