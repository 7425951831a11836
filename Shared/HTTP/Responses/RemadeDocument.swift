import Synchronization

/// An answer that is made anew only when what it says is another: of what anybody may ask for, as often as they like, and
/// what hardly ever changes, such as public keys. What never changes is a `ConstantDocument`.
package final class RemadeDocument<Source: Equatable & Sendable>: Sendable {
    private let make: @Sendable (Source) throws -> Response
    private let kept = Mutex<(source: Source, response: Response)?>(nil)

    package init(_ make: @escaping @Sendable (Source) throws -> Response) { self.make = make }

    package func response(_ source: Source) throws -> Response {
        if let last = kept.withLock({ $0 }), last.source == source { return last.response }
        // Not under the lock: two who ask at once make the same.
        let response = try make(source)
        kept.withLock { $0 = (source, response) }
        return response
    }
}
