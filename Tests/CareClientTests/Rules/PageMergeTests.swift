import Testing

@testable import CareClient

/// What becomes of a cached list when its first page was fetched anew. Keys are their positions.
@Suite(.timeLimit(.minutes(3))) struct PageMergeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var page: [Int]
        var next: String?
        var cached: [Int]
        var cachedNext: String?
        var isStale = false
        var removed: Set<String>
        var cursor: String?

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nothing was here", page: [9, 8], next: "n", cached: [], removed: [], cursor: "n"),
        Case(name: "older ones stay", page: [9, 8], next: "n", cached: [8, 7, 6], cachedNext: "c", removed: [], cursor: "c"),
        Case(name: "to the end", page: [9, 8], next: "n", cached: [8, 7, 6], cachedNext: nil, removed: [], cursor: nil),
        Case(name: "what is gone from the page goes", page: [9, 7], next: "n", cached: [9, 8, 7, 6], cachedNext: "c", removed: ["8"], cursor: "c"),
        Case(name: "something may lie between: the rest goes", page: [99, 98], next: "n", cached: [8, 7], cachedNext: "c", removed: ["8", "7"], cursor: "n"),
        Case(name: "the page is all there is", page: [9, 8], next: nil, cached: [8, 7, 6], cachedNext: "c", removed: ["7", "6"], cursor: nil),
        Case(name: "an empty list", page: [], next: nil, cached: [8], cachedNext: nil, removed: ["8"], cursor: nil),
        Case(name: "older parts may have changed", page: [9, 8], next: "n", cached: [8, 7], cachedNext: "c", isStale: true, removed: ["7"], cursor: "n"),
        Case(name: "what has come up leaves its place", page: [9, 8], next: "n", cached: [8, 7], cachedNext: "c", removed: [], cursor: "c"),
        Case(name: "nothing older is left", page: [9, 8], next: "n", cached: [9, 8], cachedNext: nil, removed: [], cursor: "n")
    ]

    /// What is looked at of what is cached, as `Lists` finds it.
    private static func merge(_ page: [PageMerge.Entry], _ next: String?, _ cached: [PageMerge.Entry], _ cachedNext: String?, isStale: Bool = false) -> PageMerge {
        let (lowest, keys) = (page.map(\.position).min() ?? .max, Set(page.map(\.key)))
        let near = cached.filter { $0.position >= lowest || keys.contains($0.key) }
        return PageMerge(page: page, next: next, cached: near, hasOlder: near.count < cached.count, cachedNext: cachedNext, isStale: isStale)
    }

    /// What goes of all that was here.
    private static func removed(_ merge: PageMerge, _ page: [PageMerge.Entry], _ cached: [PageMerge.Entry]) -> Set<String> {
        merge.isBegunAnew ? Set(cached.map(\.key)).subtracting(page.map(\.key)) : merge.removed
    }

    /// Records of one millisecond: whether one of them comes before the page's end or after it, nobody knows.
    @Test(arguments: [false, true]) func whatStandsAtThePagesEdgeIsAskedForAgain(isOnThePage: Bool) {
        let page = [("a", 9), ("b", 8)].map { PageMerge.Entry(key: $0, position: $1) }
        let others = [("c", isOnThePage ? 9 : 8), ("d", 7)].map { PageMerge.Entry(key: $0, position: $1) }
        let cached = [page[1]] + others
        let merge = Self.merge(page, "n", cached, "c")
        #expect(Self.removed(merge, page, cached) == (isOnThePage ? ["c"] : ["c", "d"]))
        #expect(merge.cursor == (isOnThePage ? "c" : "n"))
    }

    @Test(arguments: cases) func each(_ each: Case) {
        func entries(_ positions: [Int]) -> [PageMerge.Entry] { positions.map { PageMerge.Entry(key: String($0), position: $0) } }
        let (page, cached) = (entries(each.page), entries(each.cached))
        let merge = Self.merge(page, each.next, cached, each.cachedNext, isStale: each.isStale)
        #expect(Self.removed(merge, page, cached) == each.removed)
        #expect(merge.cursor == each.cursor)
    }
}
