import HTTP

extension FileAnswer {
    /// A picture that was made smaller, of the file with this tag: it has one of its own, so that parts of two sizes are never put together.
    package static func rendition(_ pixels: Int, _ picture: [UInt8], of tag: String, name: String? = nil, more: HTTPHeaders = [:]) -> FileAnswer {
        FileAnswer(
            size: picture.count, tag: "\"\(tag)-\(pixels)\"", contentType: Thumbnailer.contentType, name: name, isInline: true, more: more)
    }
}
