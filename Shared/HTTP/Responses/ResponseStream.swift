/// A response body that is sent piece by piece: each piece is on its way before the next is asked for, so that a slow client
/// slows the producer and nothing piles up.
package struct ResponseStream: Sendable {
    package typealias Writer = @Sendable ([UInt8]) async throws -> Void

    /// In bytes; nil when not known (then it is sent chunked). A stream that ends short of it breaks the connection.
    let length: Int?
    let produce: @Sendable (Writer) async throws -> Void

    /// `produce` calls the writer for each piece; an error of it breaks the connection off, so that the client sees that the
    /// body is not whole.
    package init(length: Int? = nil, _ produce: @escaping @Sendable (_ write: Writer) async throws -> Void) {
        self.length = length
        self.produce = produce
    }
}
