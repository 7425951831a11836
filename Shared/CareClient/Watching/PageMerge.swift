/// What becomes of a cached list when the first page of it was fetched anew.
struct PageMerge: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var key: String
        /// The list is in its descending order.
        var position: Int
    }

    /// Cached keys that are not in the list any more, or of which nobody knows.
    var removed: Set<String>
    /// Where the list goes on behind what is kept.
    var cursor: String?

    /// `isStale`: older parts may have changed too, so that what was not fetched is not kept.
    init(page: [Entry], next: String?, cached: [Entry], cachedNext: String?, isStale: Bool) {
        let fetched = Set(page.map(\.key))
        let others = cached.filter { !fetched.contains($0.key) }
        // Where nothing of the page was here before, more may lie between it and the rest.
        let touches = cached.count > others.count
        guard let next, let lowest = page.map(\.position).min(), touches, !isStale else {
            removed = Set(others.map(\.key))
            cursor = next
            return
        }
        // Of those that stand at the same place as the page's last, nobody knows which come after it: the list goes on behind the page.
        guard !others.contains(where: { $0.position == lowest }) else {
            removed = Set(others.map(\.key))
            cursor = next
            return
        }
        let older = others.filter { $0.position < lowest }
        removed = Set(others.filter { $0.position > lowest }.map(\.key))
        cursor = older.isEmpty ? next : cachedNext
    }
}
