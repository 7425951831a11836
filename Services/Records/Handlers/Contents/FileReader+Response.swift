import CareModels
import CareService
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
        let picture = try await dependencies.thumbnailer.rendition(pixels, of: self)
        return try FileAnswer.rendition(pixels, picture, of: tag, more: ["Vary": "Accept"]).response(to: request, bytes: picture)
    }
}
