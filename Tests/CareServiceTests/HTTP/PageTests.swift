import CareModels
import Foundation
import JSON
import Testing

@testable import HTTP

struct PageTests {
    @Test func endsOnTheLastPage() {
        let page = PageRequest(limit: 3).page([1, 2, 3]) { [String($0)] }
        #expect(page.items == [1, 2, 3])
        #expect(page.nextCursor == nil)
    }

    @Test func pointsAfterTheLastRowKept() throws {
        let page = PageRequest(limit: 2).page([1, 2, 3]) { ["at \"\($0)\"", "é"] }
        #expect(page.items == [1, 2])
        let cursor = try #require(page.nextCursor)
        #expect(cursor.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
        #expect(try Cursor.decode(cursor) == ["at \"2\"", "é"])
    }

    @Test(arguments: [
        "", "x", "!!!!", "bm8", Base64URL.encode(Array("{}".utf8)), Base64URL.encode(Array("[]".utf8)), Base64URL.encode(Array("[1]".utf8)),
        Base64URL.encode(Array(#"["\u0000"]"#.utf8)), String(repeating: "A", count: 2000), "WyJhIl0="
    ])
    func refusesAForgedCursor(_ text: String) {
        #expect(problem { _ = try Cursor.decode(text) }?.fields.first?.field == "after")
    }

    @Test func readsTheFieldsOfACursorByKind() throws {
        let id = AppointmentID(UUID.v7())
        let page = PageRequest(limit: 1, after: ["2026-03-08T14:30:00Z", id.description, "7"])
        #expect(try page.instant(at: 0) == Date(timeIntervalSince1970: 1_772_980_200))
        #expect(try page.id(at: 1) == id)
        #expect(try page.int(at: 2) == 7)
        #expect(problem { _ = try page.int(at: 3) }?.fields.first?.field == "after")
        #expect(problem { _ = try page.instant(at: 1) }?.fields.first?.field == "after")
        #expect(try PageRequest(limit: 1).instant(at: 0) == nil)
    }

    /// As lists have always spelled them: a page that a client holds goes on.
    @Test func theTwoPlacesOfLists() throws {
        let text = "019caf10-3c4d-7b5e-a6f7-081929384756"
        let id = try #require(AppointmentID(text))
        let byTime = PageRequest(limit: 1, after: try Cursor.decode(Base64URL.encode(Array(#"["2026-03-08T14:30:00.250Z","\#(text)"]"#.utf8))))
        let time = try #require(try TimeCursor<Appointment>(byTime))
        #expect(time == TimeCursor(Date(timeIntervalSince1970: 1_772_980_200.25), id) && time.fields == byTime.after)
        let byName = PageRequest(limit: 1, after: try Cursor.decode(Base64URL.encode(Array(#"["zoë","\#(text)"]"#.utf8))))
        let name = try #require(try NameCursor<Appointment>(byName))
        #expect(name == NameCursor("zoë", id) && name.fields == byName.after)
        #expect(try TimeCursor<Appointment>(PageRequest(limit: 1)) == nil)
        #expect(try NameCursor<Appointment>(PageRequest(limit: 1)) == nil)
        for forged in [[text], ["zoë", "7"], ["zoë", text]] {
            #expect(problem { _ = try TimeCursor<Appointment>(PageRequest(limit: 1, after: forged)) }?.fields.first?.field == "after")
        }
        #expect(problem { _ = try NameCursor<Appointment>(PageRequest(limit: 1, after: ["zoë", "7"])) }?.fields.first?.field == "after")
    }

    /// As PostgreSQL has it: rounded, it would be before what it is behind, or behind what is to come.
    @Test(arguments: [1, 499, 500, 123_456, 123_789, 999_999, 1_000_000, -1, -123_789])
    func aPlaceInTimeIsKeptToTheMicrosecond(_ microseconds: Int) throws {
        let place = TimeCursor(Date(timeIntervalSince1970: 1_795_000_000 + Double(microseconds) / 1e6), AppointmentID(UUID.v7()))
        let read = try #require(try TimeCursor<Appointment>(PageRequest(limit: 1, after: place.fields)))
        #expect(Int((read.instant.timeIntervalSince1970 * 1e6).rounded()) == 1_795_000_000_000_000 + microseconds)
        #expect(read.id == place.id && read.fields == place.fields)
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
