import NIOCore

/// A response body that is sent piece by piece: each piece is on its way before the next is asked for, so that a slow client
/// slows the producer and nothing piles up.
public struct ResponseStream: Sendable {
    public typealias Writer = @Sendable (ByteBuffer) async throws -> Void

    /// In bytes; nil when not known (then it is sent chunked). A stream that ends short of it breaks the connection.
    let length: Int?
    let produce: @Sendable (Writer) async throws -> Void

    /// `produce` calls the writer for each piece; an error of it breaks the connection off, so that the client sees that the
    /// body is not whole.
    public init(length: Int? = nil, _ produce: @escaping @Sendable (_ write: Writer) async throws -> Void) {
        self.length = length
        self.produce = produce
    }

    public init<Pieces: AsyncSequence & Sendable>(length: Int? = nil, _ pieces: Pieces) where Pieces.Element == ByteBuffer {
        self.init(length: length) { write in
            for try await piece in pieces { try await write(piece) }
        }
    }
}
