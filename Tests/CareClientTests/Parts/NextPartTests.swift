import CareModels
import Foundation
import Testing

@testable import CareClient

/// What becomes of the next part of a list, of which something was told since it was asked for. `c3` is the item `c` at the third place.
@Suite(.timeLimit(.minutes(3))) struct NextPartTests {
    struct Item: Codable, Equatable, Sendable {
        var key: String
        var place: Int

        init(_ text: String) { (key, place) = (String(text.prefix(1)), Int(text.dropFirst()) ?? 0) }

        var text: String { "\(key)\(place)" }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var isKeptInStep = true
        var told: @Sendable (CacheEdit) throws -> Void
        /// Otherwise it is asked for anew.
        var isKept = true
        var shown: [String]

        var testDescription: String { name }
    }

    static let name = "l"

    static func put(_ text: String, _ edit: CacheEdit) throws {
        let item = Item(text)
        try edit.put(Wire.encode(item), item.key, at: item.place, in: name)
    }

    static let cases = [
        Case(name: "nothing was told", told: { _ in }, shown: ["d4", "c3", "b2", "a1"]),
        Case(name: "of what is here", told: { try put("e5", $0) }, shown: ["e5", "d4", "c3", "b2", "a1"]),
        Case(name: "of what lies behind it", told: { $0.passOver(behind: name) }, isKept: false, shown: ["d4", "c3"]),
        Case(name: "one of the part has come up", told: { try put("b5", $0) }, shown: ["b5", "d4", "c3", "a1"]),
        Case(name: "where nobody tells, the part is newer", isKeptInStep: false, told: { try put("b5", $0) }, shown: ["d4", "c3", "b2", "a1"]),
        Case(name: "it was begun anew, and goes on elsewhere", told: { try $0.know(name, cursor: "elsewhere") }, shown: ["d4", "c3"]),
        Case(name: "it was emptied", told: { try $0.clearAll() }, isKept: false, shown: [])
    ]

    @Test(arguments: cases) func each(_ each: Case) async throws {
        let device = TestDevice()
        let cache = try device.cache()
        let lists = Lists(api: try APITests.api(device), cache: cache, watchers: Watchers(cache: cache, clock: device.clock))
        let list = PagedList<Item>(
            collection: Self.name, key: { $0.key }, position: { $0.place }, call: .get("/l"), isKeptInStep: each.isKeptInStep)
        try await cache.edit { edit in
            try edit.know(Self.name, cursor: "next")
            for text in ["d4", "c3"] { try Self.put(text, edit) }
        }
        let count = await cache.count(of: CacheEdit.behind(Self.name))
        let page = Page(items: [Item("b2"), Item("a1")], nextCursor: nil)
        try await cache.edit(each.told)
        #expect(try await lists.keepNext(page, of: list, after: "next", ifStill: count) == each.isKept)
        let shown = try await cache.listing(Self.name)?.values.map { try Wire.decode(Item.self, from: $0).text } ?? []
        #expect(shown == each.shown)
    }
}
