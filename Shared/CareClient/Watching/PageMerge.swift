/// What becomes of a cached list when the first page of it was fetched anew. How long the list is has no part in it.
struct PageMerge: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var key: String
        /// The list is in its descending order.
        var position: Int
    }

    /// Cached keys, of those that were looked at, that are not in the list any more.
    var removed: Set<String>
    /// Of what stands below the page nobody knows: nothing of it is kept.
    var isBegunAnew: Bool
    /// Where the list goes on behind what is kept.
    var cursor: String?

    /// `cached`: what is here of the page, wherever it stood, and what stands at the place of the page's last or above. `hasOlder`: something else stands below.
    /// `isStale`: older parts may have changed too, so that what was not fetched is not kept.
    init(page: [Entry], next: String?, cached: [Entry], hasOlder: Bool, cachedNext: String?, isStale: Bool) {
        let fetched = Set(page.map(\.key))
        let others = cached.filter { !fetched.contains($0.key) }
        let lowest = page.map(\.position).min()
        // Where nothing of the page was here before, more may lie between it and the rest.
        let touches = cached.count > others.count
        // Of those that stand at the same place as the page's last, nobody knows which come after it: the list goes on behind the page.
        let isEven = others.contains { $0.position == lowest }
        removed = Set(others.map(\.key))
        isBegunAnew = next == nil || !touches || isStale || isEven
        cursor = isBegunAnew || !hasOlder ? next : cachedNext
    }
}
