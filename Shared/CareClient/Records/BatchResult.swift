/// What became of many at once: each by itself, in the order in which they were given.
public struct BatchResult<Given: Sendable, Done: Sendable>: Sendable {
    /// What was given, each with what became of it, in order.
    public var items: [(given: Given, result: Result<Done, CareError>)]

    /// What was done, in order.
    public var succeeded: [Done] { items.compactMap { try? $0.result.get() } }

    /// What was not, with the reason, in order.
    public var failed: [(given: Given, error: CareError)] {
        items.compactMap { item in
            guard case .failure(let error) = item.result else { return nil }
            return (item.given, error)
        }
    }
}
