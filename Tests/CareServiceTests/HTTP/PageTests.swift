import CareModels
import Foundation
import JSON
import NIOHTTP1
import Testing

@testable import HTTP

struct PageTests {
    private static let list = ListTag("/things")

    @Test func endsOnTheLastPage() {
        let page = PageRequest(limit: 3, of: Self.list).page([1, 2, 3]) { [String($0)] }
        #expect(page.items == [1, 2, 3])
        #expect(page.nextCursor == nil)
    }

    @Test func pointsAfterTheLastRowKept() throws {
        let page = PageRequest(limit: 2, of: Self.list).page([1, 2, 3]) { ["at \"\($0)\"", "é"] }
        #expect(page.items == [1, 2])
        let cursor = try #require(page.nextCursor)
        #expect(cursor.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
        #expect(try Cursor.decode(cursor, of: Self.list) == ["at \"2\"", "é"])
    }

    @Test(arguments: [
        "", "x", "!!!!", "bm8", Base64URL.encode(Array("{}".utf8)), Base64URL.encode(Array("[]".utf8)), Base64URL.encode(Array("[1]".utf8)),
        Base64URL.encode(Array(#"["\u0000"]"#.utf8)), String(repeating: "A", count: 2000), "WyJhIl0="
    ])
    func refusesAForgedCursor(_ text: String) {
        #expect(problem { _ = try Cursor.decode(text, of: Self.list) }?.fields.first?.field == "after")
    }

    @Test func readsTheFieldsOfACursorByKind() throws {
        let id = AppointmentID(UUID.v7())
        let page = PageRequest(limit: 1, of: Self.list, after: ["2026-03-08T14:30:00Z", id.description, "7"])
        #expect(try page.instant(at: 0) == Date(timeIntervalSince1970: 1_772_980_200))
        #expect(try page.id(at: 1) == id)
        #expect(try page.int(at: 2) == 7)
        #expect(problem { _ = try page.int(at: 3) }?.fields.first?.field == "after")
        #expect(problem { _ = try page.instant(at: 1) }?.fields.first?.field == "after")
        #expect(try PageRequest(limit: 1, of: Self.list).instant(at: 0) == nil)
    }

    /// As lists have always spelled them: a page that a client holds goes on.
    @Test func theTwoPlacesOfLists() throws {
        let text = "019caf10-3c4d-7b5e-a6f7-081929384756"
        let id = try #require(AppointmentID(text))
        func page(_ json: String) throws -> PageRequest {
            PageRequest(limit: 1, of: Self.list, after: try Cursor.decode(Base64URL.encode(Array(json.utf8)), of: Self.list))
        }
        let byTime = try page(#"["2026-03-08T14:30:00.250Z","\#(text)"]"#)
        let time = try #require(try TimeCursor<Appointment>(byTime))
        #expect(time == TimeCursor(Date(timeIntervalSince1970: 1_772_980_200.25), id) && time.fields == byTime.after)
        let byName = try page(#"["zoë","\#(text)"]"#)
        let name = try #require(try NameCursor<Appointment>(byName))
        #expect(name == NameCursor("zoë", id) && name.fields == byName.after)
        #expect(try TimeCursor<Appointment>(PageRequest(limit: 1, of: Self.list)) == nil)
        #expect(try NameCursor<Appointment>(PageRequest(limit: 1, of: Self.list)) == nil)
        for forged in [[text], ["zoë", "7"], ["zoë", text]] {
            #expect(problem { _ = try TimeCursor<Appointment>(PageRequest(limit: 1, of: Self.list, after: forged)) }?.fields.first?.field == "after")
        }
        #expect(problem { _ = try NameCursor<Appointment>(PageRequest(limit: 1, of: Self.list, after: ["zoë", "7"])) }?.fields.first?.field == "after")
    }

    /// As PostgreSQL has it: rounded, it would be before what it is behind, or behind what is to come.
    @Test(arguments: [1, 499, 500, 123_456, 123_789, 999_999, 1_000_000, -1, -123_789])
    func aPlaceInTimeIsKeptToTheMicrosecond(_ microseconds: Int) throws {
        let place = TimeCursor(Date(timeIntervalSince1970: 1_795_000_000 + Double(microseconds) / 1e6), AppointmentID(UUID.v7()))
        let read = try #require(try TimeCursor<Appointment>(PageRequest(limit: 1, of: Self.list, after: place.fields)))
        #expect(Int((read.instant.timeIntervalSince1970 * 1e6).rounded()) == 1_795_000_000_000_000 + microseconds)
        #expect(read.id == place.id && read.fields == place.fields)
    }

    private static let id = "019caf10-3c4d-7b5e-a6f7-081929384756"
    private static let messages = ListTag("/conversations/:id/items", [id])

    /// Its route, what its path names, and the order or the part of it that its handler names.
    @Test func aCursorIsOfItsList() throws {
        let cursor = try #require(Cursor.encode(["7"], of: Self.messages))
        #expect(try Cursor.decode(cursor, of: Self.messages) == ["7"])
        #expect(try Cursor.decode(cursor, of: ListTag("/conversations/:id/items", [Self.id.uppercased()])) == ["7"])
        let others = [
            ListTag("/conversations/:id/items", ["019caf10-3c4d-7b5e-a6f7-081929384757"]), ListTag("/app-data/:id/history", [Self.id]),
            ListTag("/conversations/:id/items", [Self.id], variant: "left"), ListTag("/conversations/:id/items")
        ]
        for other in others { #expect(problem { _ = try Cursor.decode(cursor, of: other) }?.fields.first?.field == "after", "\(other)") }
        // Its name alone is no place in it.
        let bare = try #require(Cursor.encode([], of: Self.messages))
        #expect(problem { _ = try Cursor.decode(bare, of: Self.messages) }?.fields.first?.field == "after")
    }

    /// Release 2.0.0 runs beside this one: its cursors name no list, and of this one's it reads the fields that it knows, from the first one on.
    @Test func theReleaseBeforeAndThisOneGoOnWithEachOthersCursors() throws {
        #expect(try Cursor.decode(Base64URL.encode(Array(#"["7"]"#.utf8)), of: Self.messages) == ["7"])
        let cursor = try #require(Cursor.encode(["7", "zoë"], of: Self.messages))
        let json = try #require(Base64URL.decode(cursor))
        let fields = try CareJSON.decode([String].self, from: json, limits: .body)
        #expect(fields.count == 3 && Array(fields[..<2]) == ["7", "zoë"])
    }

    @Test func aRequestsPageIsOfItsAddress() throws {
        func request(_ path: String, _ id: String, after: String? = nil) -> Request {
            let query = QueryParameters(after.map { ["after": $0] } ?? [:])
            let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/x", headers: [:])
            return Request(
                head: head, route: .get(path, .anyone, operation: "x") { _ in .noContent }, parameterNames: ["id"], parameterValues: [id], query: query,
                requestID: "r", peer: .init(address: "127.0.0.1", proxies: .loopback), caller: nil)
        }
        let path = "/conversations/:id/items"
        let cursor = try #require(try request(path, Self.id).page().cursor(["7"]))
        #expect(try request(path, Self.id, after: cursor).page().after == ["7"])
        #expect(problem { _ = try request(path, Self.id, after: cursor).page("left") }?.fields.first?.field == "after")
        #expect(try request(path, Self.id, after: cursor).page("left", isUnclear: true).after == ["7"])
        #expect(problem { _ = try request(path, Self.id, after: "nonsense").page("left", isUnclear: true) }?.fields.first?.field == "after")
        #expect(problem { _ = try request("/app-data/:id/history", Self.id, after: cursor).page() }?.fields.first?.field == "after")
        #expect(problem { _ = try request(path, "019caf10-3c4d-7b5e-a6f7-081929384757", after: cursor).page() }?.fields.first?.field == "after")
    }

    /// What may be in a name is more than it looks: 100 signs, 800 bytes.
    @Test func aPlaceBehindTheLongestNameIsAPlace() throws {
        let place = NameCursor<Appointment>(String(repeating: "👍🏽", count: 100), AppointmentID(UUID.v7()))
        let cursor = try #require(PageRequest(limit: 1, of: Self.list).cursor(place.fields))
        #expect(try Cursor.decode(cursor, of: Self.list) == place.fields)
    }

    private struct Place: Encodable, JSONWritable {
        var name: String

        func write(to json: inout JSONWriter) { json.object { $0.member("name", name) } }
    }

    @Test func aPageOfWrittenItemsIsAPage() throws {
        let places = [Place(name: "one"), Place(name: "two")]
        var json = JSONWriter()
        Page(items: places, nextCursor: "abc").write(to: &json)
        let items = String(decoding: try CareJSON.encode(places), as: UTF8.self)
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"items":\#(items),"nextCursor":"abc"}"#)
    }
}
