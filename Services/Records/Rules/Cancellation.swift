/// In loops over a client's items, which end when nobody waits for them any more.
enum Cancellation {
    /// The flag is looked at once for many items.
    private static let many = 4096

    static func check(_ index: Int) throws(CancellationError) {
        if index.isMultiple(of: many), Task.isCancelled { throw CancellationError() }
    }
}
