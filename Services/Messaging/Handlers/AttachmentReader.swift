import CareModels
import CareService
import HTTP
import Sealing

/// Reads a file a chunk at a time. A connection is for one chunk only: a slow client must not hold one.
struct AttachmentReader: Sendable {
    let dependencies: Dependencies
    let file: OpenedFile
    let cipher: FileCipher

    /// The file as it was sent, or a smaller picture of it.
    func response(to request: Request, size: PictureSize) async throws -> Response {
        let record = file.record
        guard case .pixels(let pixels) = size else {
            let answer = FileAnswer(
                size: record.size, tag: "\"\(record.id)\"", contentType: record.contentType ?? "application/octet-stream", name: file.name,
                isInline: record.kind != .document)
            return try answer.response(to: request) { part in ResponseStream(length: part.count) { write in try await forEachChunk(part, write) } }
        }
        let picture = try await dependencies.thumbnailer.rendition(pixels, of: self)
        let name = file.name.map { FileName.fitting($0, Thumbnailer.contentType) }
        return try FileAnswer.rendition(pixels, picture, of: record.id.description, name: name).response(to: request, bytes: picture)
    }

    private func forEachChunk(_ part: Range<Int>, _ take: ([UInt8]) async throws -> Void) async throws {
        let record = file.record
        var position = part.lowerBound
        while position < part.upperBound {
            let index = position / record.chunkSize
            let start = index * record.chunkSize
            let sealed = try await dependencies.pool.withConnection { try await $0.chunk(index, of: record.id) }
            // Chunks go with their file: its message was taken back meanwhile.
            guard let sealed else { throw Refusal.noSuchFile }
            let chunk = try cipher.open(sealed, chunk: index)
            let end = min(part.upperBound - start, chunk.count)
            guard position - start < end else { throw CannotOpen() }
            try await take(Array(chunk[(position - start)..<end]))
            position = start + end
        }
    }
}

extension AttachmentReader: StoredPicture {
    /// Who sent it chose its bytes.
    var person: UserID { file.record.ownerId }
    var type: String? { file.record.contentType }

    func rendition(_ pixels: Int) async throws -> [UInt8]? {
        try await dependencies.pool.withConnection { try await $0.rendition(pixels, of: file.record.id, cipher) }
    }

    func keep(_ rendition: [UInt8], _ pixels: Int) async throws {
        try await dependencies.pool.transaction { tx in try await KeepRendition()(rendition, pixels, of: file.record, cipher, tx) }
    }

    func read(_ write: ([UInt8]) async throws -> Void) async throws { try await forEachChunk(0..<file.record.size, write) }
}
