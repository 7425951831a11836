import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct AuditChainTests {
    static func row(_ id: Int) -> AuditRow {
        AuditRow(id: id, microseconds: 1_800_000_000_000_000 + id, kind: "logged-in", clientID: "careline", requestID: "r\(id)", occurrences: 1)
    }

    static func chain(_ count: Int) -> [SealedAuditRow] {
        var last = AuditChain.Link.origin
        return (1...count).map { id in
            last = AuditChain.link(row(id), after: last)
            return SealedAuditRow(row: row(id), link: last)
        }
    }

    /// A change of the row in the middle of five.
    struct Change: Sendable, CustomTestStringConvertible {
        var name: String
        var make: @Sendable (inout AuditRow) -> Void
        var testDescription: String { name }
    }

    static let changes: [Change] = [
        Change(name: "id") { $0.id = 9 }, Change(name: "instant") { $0.microseconds += 1 }, Change(name: "kind") { $0.kind = "logged-out" },
        Change(name: "user") { $0.userID = UserID(UUID()) }, Change(name: "actor") { $0.actorID = UserID(UUID()) }, Change(name: "client") { $0.clientID = nil },
        Change(name: "session") { $0.sessionID = SessionID(UUID()) }, Change(name: "address") { $0.addressHash = [1] },
        Change(name: "request") { $0.requestID = "r33" }, Change(name: "reason") { $0.reason = "" }, Change(name: "occurrences") { $0.occurrences = 2 }
    ]

    @Test func wholeOnesGoOn() throws {
        let rows = Self.chain(5)
        #expect(rows.map(\.link.place) == [1, 2, 3, 4, 5])
        #expect(try AuditChain.check(rows, after: .origin) == rows[4].link)
        #expect(try AuditChain.check(Array(rows[3...]), after: rows[2].link) == rows[4].link)
        #expect(Set(rows.map(\.link.hash)).count == 5)
    }

    @Test(arguments: changes) func nothingIsChangedUnseen(_ change: Change) {
        var rows = Self.chain(5)
        change.make(&rows[2].row)
        #expect(throws: AuditChain.Fault.altered(3)) { try AuditChain.check(rows, after: .origin) }
        // Nor when the hash is made to fit: then the next one does not.
        rows[2].link = AuditChain.link(rows[2].row, after: rows[1].link)
        #expect(throws: AuditChain.Fault.altered(4)) { try AuditChain.check(rows, after: .origin) }
    }

    @Test func nothingIsTakenOutOrMoved() {
        let rows = Self.chain(5)
        #expect(throws: AuditChain.Fault.missing(3)) { try AuditChain.check(rows.filter { $0.link.place != 3 }, after: .origin) }
        #expect(throws: AuditChain.Fault.missing(2)) { try AuditChain.check([rows[0], rows[2], rows[1]], after: .origin) }
        #expect(throws: AuditChain.Fault.altered(4)) { try AuditChain.check(Array(rows[3...]), after: AuditChain.Link(place: 3, hash: rows[1].link.hash)) }
    }

    /// The name of a field and its end are part of what is hashed.
    @Test func noTwoRowsAreTheSameBytes() {
        var (client, request) = (Self.row(1), Self.row(1))
        (client.clientID, client.requestID) = ("ab", nil)
        (request.clientID, request.requestID) = (nil, "ab")
        #expect(AuditChain.link(client, after: .origin) != AuditChain.link(request, after: .origin))
        (client.clientID, client.requestID) = ("a", "b")
        (request.clientID, request.requestID) = ("ab", "")
        #expect(AuditChain.link(client, after: .origin) != AuditChain.link(request, after: .origin))
    }

    @Test func linksAreReadAsTheyAreSaid() {
        let link = Self.chain(3)[2].link
        #expect(AuditChain.Link("\(link)") == link)
        for text in ["", "3", "3:", "-1:\(Base64URL.encode(link.hash))", "3:AAAA", "x:\(Base64URL.encode(link.hash))", "\(link):"] {
            #expect(AuditChain.Link(text) == nil, "\(text)")
        }
    }

    @Test func knownLinksAreReadAsTheyAreSaid() throws {
        let link = Self.chain(3)[2].link
        let at = try #require(RFC3339.parse("2026-03-06T12:00:00.125Z"))
        for known in [AuditChain.Known(link: link), AuditChain.Known(link: link, at: at)] { #expect(AuditChain.Known("\(known)") == known) }
        #expect("\(AuditChain.Known(link: link, at: at))" == "\(link):2026-03-06T12:00:00.125Z")
        for text in ["", "3", "\(link):", "\(link):yesterday", "3:AAAA:2026-03-06T12:00:00Z"] { #expect(AuditChain.Known(text) == nil, "\(text)") }
    }
}
