/// A response body that is sent piece by piece: each piece is on its way before the next is asked for, so that a slow client
/// slows the producer and nothing piles up.
package struct ResponseStream: Sendable {
    package typealias Writer = @Sendable ([UInt8]) async throws -> Void

    /// What a stream needs that goes on for as long as its client listens, and is silent while there is nothing to say.
    struct Endless: Sendable {
        /// For the client to take each piece.
        var writeDeadline: Duration
        /// The server stops: `produce` is to come to an end.
        var whenDraining: @Sendable () -> Void
    }

    /// In bytes; nil when not known (then it is sent chunked). A stream that ends short of it breaks the connection.
    let length: Int?
    let endless: Endless?
    let produce: @Sendable (@escaping Writer) async throws -> Void

    /// `produce` calls the writer for each piece; an error of it breaks the connection off, so that the client sees that the
    /// body is not whole.
    package init(length: Int? = nil, _ produce: @escaping @Sendable (_ write: @escaping Writer) async throws -> Void) {
        self.length = length
        endless = nil
        self.produce = produce
    }

    init(_ endless: Endless, _ produce: @escaping @Sendable (_ write: @escaping Writer) async throws -> Void) {
        length = nil
        self.endless = endless
        self.produce = produce
    }
}
