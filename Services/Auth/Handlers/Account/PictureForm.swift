import CareModels
import HTTP

/// What the page of one's picture sends, as multipart/form-data (RFC 7578): the fields of every form, and a file's bytes. The route's limit holds for all of it.
struct PictureForm: Sendable {
    private(set) var fields: [String: String] = [:]
    private(set) var picture: [UInt8] = []

    init(_ request: Request) async throws {
        var parts = try MultipartReader(request, most: 4)
        var held = 0
        while let part = try await parts.nextPart() {
            var bytes: [UInt8] = []
            while let piece = try await parts.nextPiece() {
                held += piece.count
                try request.hold(held)
                bytes += piece
            }
            if part.name == "picture" { picture = bytes } else { fields[part.name] = String(decoding: bytes, as: UTF8.self) }
        }
    }
}
