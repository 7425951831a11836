import CareModels
import Foundation
import HTTP
import JSON
import Sealing

/// The bytes of a Binary, or of an attachment in a resource, as an answer: wherever they lie.
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

    /// Shown by a browser in its place, which runs nothing of them.
    private static let shown: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/heic", "audio/mpeg", "audio/mp4", "video/mp4"]

    func response(to request: Request, size: PictureSize) async throws -> Response {
        if case .pixels(let pixels) = size { return try await picture(pixels, request) }
        let answer = FileAnswer(
            size: count, tag: "\"\(tag)\"", contentType: contentType, isInline: Self.shown.contains(DocumentType.name(contentType)), more: ["Vary": "Accept"])
        return try answer.response(to: request, stream)
    }

    private var count: Int {
        switch bytes {
        case .stored(let reader): reader.content.size
        case .held(let bytes): bytes.count
        }
    }

    private func stream(_ part: Range<Int>) -> ResponseStream {
        switch bytes {
        case .stored(let reader): reader.stream(part)
        case .held(let bytes): ResponseStream(length: part.count) { write in try await write(Array(bytes[part])) }
        }
    }

    // MARK: Pictures made smaller

    private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/tiff", "image/heic", "image/avif"]

    private func picture(_ pixels: Int, _ request: Request) async throws -> Response {
        let first = try await first
        guard let type = DocumentType.known(first), Self.pictures.contains(type) else {
            throw Problem.invalid(Fault(PictureSize.parameter, "can only be full of what is no picture"))
        }
        let picture = try await kept(pixels)
        let answer = FileAnswer(size: picture.count, tag: "\"\(tag)-\(pixels)\"", contentType: "image/jpeg", isInline: true, more: ["Vary": "Accept"])
        return try answer.response(to: request) { part in ResponseStream(length: part.count) { write in try await write(Array(picture[part])) } }
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

    private func kept(_ pixels: Int) async throws -> [UInt8] {
        guard case .stored(let reader) = bytes else { return try await made(pixels) }
        let kept = try await dependencies.pool.withConnection { try await $0.rendition(pixels, of: reader.content, reader.key) }
        if let kept { return kept }
        let picture = try await made(pixels)
        try await dependencies.pool.withConnection { try await $0.keepRendition(picture, pixels, of: reader.content, reader.key) }
        return picture
    }

    private func made(_ pixels: Int) async throws -> [UInt8] {
        let thumbnailer = dependencies.thumbnailer
        guard thumbnailer.isThere else {
            throw Problem(.noRendition, detail: "This server makes no pictures smaller; read the full size. Its operator installs libvips-tools.")
        }
        let bytes = bytes
        do {
            return try await thumbnailer.make(pixels, of: person) { write in
                switch bytes {
                case .held(let bytes): try await write(bytes)
                case .stored(let reader): try await reader.forEachChunk(0..<reader.content.size, write)
                }
            }
        } catch is Thumbnailer.Failed {
            throw Problem(.noRendition, detail: "Nothing smaller can be made of this picture; read the full size.")
        }
    }
}

/// In which size a picture is wanted.
enum PictureSize: Equatable {
    case full
    /// At most so many wide and high.
    case pixels(Int)

    static let parameter = "size"

    init(_ request: Request) throws {
        switch request.query[Self.parameter] {
        case nil, "full": self = .full
        case "1000": self = .pixels(1000)
        case "200": self = .pixels(200)
        default: throw Problem.invalid(Fault(Self.parameter, "must be full, 1000 or 200"))
        }
    }
}
