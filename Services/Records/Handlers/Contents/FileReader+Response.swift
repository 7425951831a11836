import CareModels
import HTTP

extension FileReader {
    /// Shown by a browser in its place, which runs nothing of them.
    private static let shown: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/heic", "audio/mpeg", "audio/mp4", "video/mp4"]

    func response(to request: Request, size: PictureSize) async throws -> Response {
        guard case .pixels(let pixels) = size else {
            let answer = FileAnswer(
                size: count, tag: "\"\(tag)\"", contentType: contentType, isInline: Self.shown.contains(DocumentType.name(contentType)), more: ["Vary": "Accept"])
            return try answer.response(to: request, stream)
        }
        let picture = try await picture(pixels)
        let answer = FileAnswer(size: picture.count, tag: "\"\(tag)-\(pixels)\"", contentType: "image/jpeg", isInline: true, more: ["Vary": "Accept"])
        return try answer.response(to: request) { part in ResponseStream(length: part.count) { write in try await write(Array(picture[part])) } }
    }
}

extension FileReader.NoRendition: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noPicture: Problem.invalid(Fault(PictureSize.parameter, "can only be full of what is no picture"))
        case .noProgram: Problem(.noRendition, detail: "This server makes no pictures smaller; read the full size. Its operator installs libvips-tools.")
        case .notMakeable: Problem(.noRendition, detail: "Nothing smaller can be made of this picture; read the full size.")
        }
    }
}
