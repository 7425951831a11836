import CareModels
import CareService
import HTTP
import Sealing

/// The bytes of a Binary, or of an attachment in a resource, wherever they lie.
struct FileReader: Sendable {
    let dependencies: Dependencies
    /// Whose it is.
    let person: UserID
    let contentType: String
    /// Of these bytes.
    let tag: String
    let bytes: Bytes

    enum Bytes: Sendable {
        case stored(ContentReader)
        /// Few, out of the resource itself.
        case held([UInt8])
    }

    var count: Int {
        switch bytes {
        case .stored(let reader): reader.content.size
        case .held(let bytes): bytes.count
        }
    }

    func stream(_ part: Range<Int>) -> ResponseStream {
        switch bytes {
        case .stored(let reader): reader.stream(part)
        case .held(let bytes): ResponseStream(length: part.count) { write in try await write(Array(bytes[part])) }
        }
    }
}

extension FileReader: StoredPicture {
    var type: String? { get async throws { DocumentType.known(try await first) } }

    private var first: [UInt8] {
        get async throws {
            switch bytes {
            case .held(let bytes): return Array(bytes.prefix(DocumentType.enough))
            case .stored(let reader):
                let chunk = try await dependencies.pool.withConnection { try await $0.chunk(0, of: reader.content, reader.key) }
                return Array(chunk.prefix(DocumentType.enough))
            }
        }
    }

    /// What is held has none that are kept: it is few bytes.
    func rendition(_ pixels: Int) async throws -> [UInt8]? {
        guard case .stored(let reader) = bytes else { return nil }
        return try await dependencies.pool.withConnection { connection in
            // It may have waited for another's to be made.
            try await reader.checkConsents(connection)
            return try await connection.rendition(pixels, of: reader.content, reader.key)
        }
    }

    func keep(_ rendition: [UInt8], _ pixels: Int) async throws {
        guard case .stored(let reader) = bytes else { return }
        try await dependencies.pool.transaction { try await KeepRendition()(rendition, pixels, of: reader.content, reader.key, $0) }
    }

    func read(_ write: ([UInt8]) async throws -> Void) async throws {
        switch bytes {
        case .held(let bytes): try await write(bytes)
        case .stored(let reader): try await reader.forEachChunk(0..<reader.content.size, write)
        }
    }
}
