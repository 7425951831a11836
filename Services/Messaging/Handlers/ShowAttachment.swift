import CareModels
import HTTP
import Postgres

/// `GET /attachments/:id`: what the file is, and an address to download it from that expires.
struct ShowAttachment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: AttachmentID = try request.id("id")
        return try await dependencies.pool.withConnection { connection in
            guard let file = try await connection.attachment(id), file.isReady, try await mayRead(file, user, connection) else {
                throw Problem.notFound("attachment")
            }
            guard let cipher = try await dependencies.itemReader.cipher(of: file, connection) else { throw Problem.notFound("attachment") }
            let name = try file.fileName.map(cipher.openName)
            return try .json(AttachmentView(file, fileName: name, download: DownloadAddress(dependencies: dependencies).make(id)))
        }
    }

    private func mayRead(_ file: AttachmentRecord, _ user: UserID, _ runner: some PostgresRunner) async throws -> Bool {
        guard let conversation = file.conversationId else { return file.ownerId == user }
        return try await runner.isParticipant(user, of: conversation)
    }
}
