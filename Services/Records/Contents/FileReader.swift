import CareModels
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

    /// Why there is no smaller picture.
    enum NoRendition: Error { case noPicture, noProgram, notMakeable }

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

    // MARK: Pictures made smaller

    private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff", "image/heic", "image/avif"]

    /// A JPEG, at most so many pixels wide and high: kept since it was first asked for. Throws `NoRendition`.
    func picture(_ pixels: Int) async throws -> [UInt8] {
        let first = try await first
        guard let type = DocumentType.known(first), Self.pictures.contains(type) else { throw NoRendition.noPicture }
        guard case .stored(let reader) = bytes else { return try await made(pixels) }
        let kept = try await dependencies.pool.withConnection { try await $0.rendition(pixels, of: reader.content, reader.key) }
        if let kept { return kept }
        let picture = try await made(pixels)
        try await dependencies.pool.transaction { try await KeepRendition()(picture, pixels, of: reader.content, reader.key, $0) }
        return picture
    }

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

    private func made(_ pixels: Int) async throws -> [UInt8] {
        let thumbnailer = dependencies.thumbnailer
        guard thumbnailer.isThere else { throw NoRendition.noProgram }
        let bytes = bytes
        do {
            return try await thumbnailer.make(pixels, of: person) { write in
                switch bytes {
                case .held(let bytes): try await write(bytes)
                case .stored(let reader): try await reader.forEachChunk(0..<reader.content.size, write)
                }
            }
        } catch is Thumbnailer.Failed {
            throw NoRendition.notMakeable
        }
    }
}
