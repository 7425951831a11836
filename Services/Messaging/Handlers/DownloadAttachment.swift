import CareModels
import Foundation
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
            return (file: file, cipher: cipher, name: try file.fileName.map(cipher.openName))
        }
        let file = found.file
        let tag = "\"\(id)\""
        var headers = Self.headers(file, name: found.name)
        headers.add(name: "ETag", value: tag)
        let isFresh = request.headers.first(name: "If-Range").map { $0 == tag } ?? true
        switch ByteRange(isFresh ? request.headers.first(name: "Range") : nil, size: file.size) {
        case .unsatisfiable:
            throw Problem(
                .rangeNotSatisfiable, detail: "It has \(file.size) bytes.", members: ["size": .number(file.size)],
                headers: ["Content-Range": "bytes */\(file.size)", "Accept-Ranges": "bytes"])
        case .whole:
            return Response(.ok, headers: headers, stream: stream(file, found.cipher, 0..<file.size))
        case .part(let part):
            headers.add(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)")
            return Response(.partialContent, headers: headers, stream: stream(file, found.cipher, part))
        }
    }

    /// Nothing in a file of someone's is run or framed by a browser, and no cache but the caller's own keeps it.
    private static func headers(_ file: AttachmentRecord, name: String?) -> HTTPHeaders {
        let disposition = file.kind == .document ? "attachment" : "inline"
        var value = disposition
        if let name {
            let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            value += "; filename*=UTF-8''" + (name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "file")
        }
        return [
            "Content-Type": file.contentType ?? "application/octet-stream", "Content-Disposition": value, "Accept-Ranges": "bytes",
            "Cache-Control": "private, no-store",
            "Content-Security-Policy":
                "sandbox; default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            "Referrer-Policy": "no-referrer"
        ]
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
