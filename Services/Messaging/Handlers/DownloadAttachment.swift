import CareModels
import HTTP
import Sealing

/// `GET /attachments/:id/content`: the bytes, or a part of them (Range, RFC 9110 section 14), opened a chunk at a time.
struct DownloadAttachment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: AttachmentID = try request.id("id")
        try DownloadAddress(dependencies: dependencies).check(id, request.query)
        let found = try await dependencies.pool.withConnection { connection in
            let file = try await connection.attachment(id)
            guard let file, file.isReady, let cipher = try await dependencies.keys.cipher(of: file, connection) else { throw Refusal.noSuchFile }
            return (file: OpenedFile(record: file, name: try file.fileName.map(cipher.openName)), cipher: cipher)
        }
        let file = found.file.record
        let answer = FileAnswer(
            size: file.size, tag: "\"\(id)\"", contentType: file.contentType ?? "application/octet-stream", name: found.file.name, isInline: file.kind != .document)
        return try answer.response(to: request) { stream(file, found.cipher, $0) }
    }

    private func stream(_ file: AttachmentRecord, _ cipher: FileCipher, _ part: Range<Int>) -> ResponseStream {
        let pool = dependencies.pool
        return ResponseStream(length: part.count) { write in
            var position = part.lowerBound
            while position < part.upperBound {
                let index = position / file.chunkSize
                let start = index * file.chunkSize
                // A connection for one chunk only: a slow client must not hold one.
                let sealed = try await pool.withConnection { try await $0.chunk(index, of: file.id) }
                guard let sealed else { throw CannotOpen() }
                let chunk = try cipher.open(sealed, chunk: index)
                let end = min(part.upperBound - start, chunk.count)
                guard position - start < end else { throw CannotOpen() }
                try await write(Array(chunk[(position - start)..<end]))
                position = start + end
            }
        }
    }
}
