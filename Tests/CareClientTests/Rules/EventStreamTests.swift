import Foundation
import Testing

@testable import CareClient

/// What a stream of server-sent events says, and what a page of the feed says in its place.
@Suite(.timeLimit(.minutes(3))) struct EventStreamTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var text: String
        var news: [EventStreamParser.News]

        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "an event", text: "id: a.40\nevent: resumed\ndata: {\"a\":1}\n\n", news: [.event(name: "resumed", data: "{\"a\":1}")]),
        Case(
            name: "lines that end as on other systems", text: "event: x\r\ndata: 1\r\n\r\nevent: y\rdata: 2\r\r",
            news: [.event(name: "x", data: "1"), .event(name: "y", data: "2")]),
        Case(name: "a comment", text: ":\n\n: still here\n", news: [.comment, .comment]),
        Case(name: "several lines of data are one text", text: "data: a\ndata\ndata:b\ndata:  c\n\n", news: [.event(name: "", data: "a\n\nb\n c")]),
        Case(name: "an event without data is none", text: "retry: 3000\n\nevent: x\n\ndata: 1\n\n", news: [.event(name: "", data: "1")]),
        Case(name: "one that has not ended is none yet", text: "event: x\ndata: 1\n", news: []),
        Case(name: "what nobody knows is passed over", text: "\u{FEFF}datas: 1\nDATA: 2\ndata: 3\n\n", news: [.event(name: "", data: "3")]),
        Case(name: "a byte order mark", text: "\u{FEFF}data: ü\n\n", news: [.event(name: "", data: "ü")])
    ]

    /// However the network cuts it.
    @Test(arguments: cases) func each(_ each: Case) throws {
        let bytes = Data(each.text.utf8)
        for size in 1...bytes.count {
            var parser = EventStreamParser()
            let news = try stride(from: 0, to: bytes.count, by: size).flatMap { try parser.hear(Data(bytes[$0..<min($0 + size, bytes.count)])) }
            #expect(news == each.news, "in parts of \(size)")
        }
    }

    @Test func whatNeverEndsIsBrokenOff() throws {
        var parser = EventStreamParser()
        let part = Data(repeating: UInt8(ascii: "a"), count: 1 << 20)
        #expect(throws: TransportFault.unreachable) { for _ in 0...4 { _ = try parser.hear(part) } }
        // Comments are no part of anything.
        var patient = EventStreamParser()
        for _ in 0...4 { #expect(try patient.hear(Data(":".utf8) + part + Data("\n".utf8)) == [.comment]) }
    }

    // MARK: Pages

    static func page(_ sequences: [Int], now: Int, recovered: Bool = true, epoch: String = "a", more: Bool = false) -> Data {
        let items = sequences.map { #"{"sequence":\#($0),"kind":"seen"}"# }.joined(separator: ",")
        return Data(
            #"{"epoch":"\#(epoch)","sequence":\#(now),"recovered":\#(recovered),"items":[\#(items)]\#(more ? #","nextCursor":"7""# : "")}"#.utf8)
    }

    private static func told(_ frames: [Data]?) -> [String]? {
        frames?.map { frame in
            guard let read = try? Wire.decode(StreamFrame.Told.self, from: frame) else { return "unreadable" }
            return "\(read.type) \(read.recovered.map { "\($0) \(read.sequence ?? -1)" } ?? "\((read.entries ?? []).map(\.sequence))")"
        }
    }

    @Test func pagesTellWhatTheStreamWould() throws {
        var pages = FeedPages(after: FeedPlace(epoch: "a", sequence: 4))
        #expect(Self.told(try pages.read(Self.page([5, 6], now: 9, more: true))) == ["resumed true 4", "entries [5, 6]"])
        #expect(pages.place?.sequence == 6 && pages.hasMore)
        #expect(Self.told(try pages.read(Self.page([7, 8, 9], now: 9))) == ["entries [7, 8, 9]"])
        #expect(pages.place?.sequence == 9 && !pages.hasMore)
        #expect(Self.told(try pages.read(Self.page([], now: 9))) == [])
        // Meanwhile the server was brought back from a copy, or the device slept for a month.
        #expect(try pages.read(Self.page([], now: 3, recovered: false, epoch: "b")) == nil)
        #expect(throws: CareError.unreadable("/feed")) { try pages.read(Data("<html>".utf8)) }
    }

    @Test func whoHasNoPlaceBeginsNow() throws {
        var pages = FeedPages(after: nil)
        #expect(Self.told(try pages.read(Self.page([1, 2], now: 9, more: true))) == ["resumed false 9"])
        #expect(pages.place == FeedPlace(epoch: "a", sequence: 9) && !pages.hasMore)
        var older = FeedPages(after: FeedPlace(epoch: "a", sequence: 4))
        #expect(Self.told(try older.read(Self.page([], now: 900, recovered: false))) == ["resumed false 900"])
    }
}

extension StreamFrame {
    /// What of a frame these tests look at.
    struct Told: Decodable {
        struct Entry: Decodable { var sequence: Int }

        var type: String
        var recovered: Bool?
        var sequence: Int?
        var entries: [Entry]?
    }
}
