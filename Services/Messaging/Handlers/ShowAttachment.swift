import CareModels
import HTTP

/// `GET /attachments/:id`: what the file is, and an address to download it from that expires.
struct ShowAttachment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: AttachmentID = try request.id("id")
        let found = try await dependencies.pool.withConnection { connection in
            guard let file = try await connection.attachment(id), file.isReady, try await connection.mayRead(file, user),
                let cipher = try await dependencies.keys.cipher(of: file, connection)
            else { throw Refusal.noSuchFile }
            return OpenedFile(record: file, name: try file.fileName.map(cipher.openName))
        }
        return try .json(AttachmentView(found, download: DownloadAddress(dependencies: dependencies).make(id)))
    }
}
