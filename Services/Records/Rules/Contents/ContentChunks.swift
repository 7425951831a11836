/// How something large is cut up.
enum ContentChunks {
    /// In bytes. A multiple of three: the base64 of chunks, one behind the other, is that of the whole.
    static let size = 384 << 10
    /// Bytes of one content.
    static let most = 100 << 20

    /// Nothing has no chunk.
    static func count(ofSize size: Int) -> Int { (size + Self.size - 1) / Self.size }

    /// Where a chunk belongs, for its seal: no other place opens it, nor the same one in a content that was cut short or made longer.
    static func place(_ content: ContentID, _ index: Int, isLast: Bool) -> String { "content_chunks \(content) \(index)\(isLast ? " last" : "")" }

    /// Of an upload that is not done: the last of them grows.
    static func place(_ upload: UploadID, _ index: Int) -> String { "upload_chunks \(upload) \(index)" }
}
