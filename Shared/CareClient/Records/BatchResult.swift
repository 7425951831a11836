/// What became of many at once: each by itself, in the order in which they were given.
public struct BatchResult<Given: Sendable, Done: Sendable>: Sendable {
    public var items: [(given: Given, result: Result<Done, CareError>)]

    public var succeeded: [Done] { items.compactMap { try? $0.result.get() } }

    public var failed: [(given: Given, error: CareError)] {
        items.compactMap { item in
            guard case .failure(let error) = item.result else { return nil }
            return (item.given, error)
        }
    }
}
