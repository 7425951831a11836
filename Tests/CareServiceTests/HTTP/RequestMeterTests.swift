import NIOHTTP1
import Testing

@testable import HTTP

/// Where heads and bodies end, however their bytes are cut; and what is no body.
@Suite struct RequestMeterTests {
    private enum Read: Equatable {
        case body(Int)
        case fault(RequestMeter.Fault)
        case unfinished
    }

    /// Reads a head and then a body of that framing, `step` bytes at a time: how many bytes of `text` they took together.
    private func read(_ text: String, _ framing: BodyFraming, most: Int = .max, step: Int = .max) -> Read {
        var meter = RequestMeter()
        let bytes = Array(text.utf8)
        var taken = 0
        var hasBegun = false
        while taken < bytes.count {
            if meter.isAfterHead {
                meter.begin(framing, most: most)
                hasBegun = true
            }
            if hasBegun, meter.isInHead { return .body(taken) }
            let part = Array(bytes[taken...].prefix(step))
            do throws(RequestMeter.Fault) {
                let count: Result<Int, RequestMeter.Fault> = part.withUnsafeBytes { part in
                    if meter.isInHead { return .success(meter.head(part)) }
                    do throws(RequestMeter.Fault) { return .success(try meter.body(part)) } catch { return .failure(error) }
                }
                taken += try count.get()
            } catch {
                return .fault(error)
            }
        }
        return hasBegun && meter.isInHead ? .body(taken) : .unfinished
    }

    private static let head = "POST / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test(arguments: [1, 2, 3, 7, Int.max]) func bodiesEndWhereTheirFramingSays(step: Int) {
        let bodies: [(String, BodyFraming)] = [
            ("hello", .length(5)), ("5\r\nhello\r\n0\r\n\r\n", .chunked), ("005;a=\"b\"\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n", .chunked),
            ("0\r\nTrailer: yes\r\nAnother: one\r\n\r\n", .chunked), ("a\r\n\r\n0\r\n\r\nabc\r\n0\r\n\r\n", .chunked)
        ]
        for (body, framing) in bodies {
            let whole = Self.head.utf8.count + body.utf8.count
            #expect(read(Self.head + body + "GET / HTTP/1.1\r\n", framing, step: step) == .body(whole), "\(body)")
            #expect(read(Self.head + body.dropLast(), framing, step: step) == .unfinished, "\(body)")
        }
        // Empty lines before a request, and lines without a carriage return.
        #expect(read("\r\n\r\n" + Self.head + "abc", .length(3), step: step) == .body(4 + Self.head.utf8.count + 3))
        #expect(read("POST / HTTP/1.1\nHost: x\n\nabc", .length(3), step: step) == .body(28))
    }

    @Test(arguments: [1, 5, Int.max]) func whatIsNoChunkIsAFault(step: Int) {
        func fault(_ body: String, most: Int = 1000) -> Read { read(Self.head + body, .chunked, most: most, step: step) }
        #expect(fault("FFFFFFFFFFFFFFF0\r\n") == .fault(.tooLong))
        #expect(fault("7FFFFFFFFFFFFFFF\r\n", most: .max) == .unfinished)
        #expect(fault("10000000000000000\r\n", most: .max) == .fault(.tooLong))
        #expect(fault("3E9\r\n") == .fault(.tooLong))
        #expect(fault("3E8\r\n") == .unfinished)
        #expect(fault("1f4\r\n" + String(repeating: "x", count: 500) + "\r\n1F5\r\n") == .fault(.tooLong))
        for noSize in ["\r\n", ";a\r\n", "-5\r\n", "+5\r\n", "x\r\n", " 5\r\n"] { #expect(fault(noSize) == .fault(.chunkLine), "\(noSize)") }
        #expect(fault("2;" + String(repeating: "a", count: 4000)) == .unfinished)
        #expect(fault("2;" + String(repeating: "a", count: 5000)) == .fault(.chunkLine))
        #expect(fault(String(repeating: "0", count: 5000)) == .fault(.chunkLine))
        #expect(fault("0\r\nX: " + String(repeating: "a", count: 9000)) == .fault(.wasteful))
        #expect(fault("0\r\n" + String(repeating: "X: y\r\n", count: 2000)) == .fault(.wasteful))
    }

    @Test func manySmallChunksAreWasteful() {
        let small = String(repeating: "1;" + String(repeating: "e", count: 100) + "\r\nx\r\n", count: 1000)
        #expect(read(Self.head + small, .chunked) == .fault(.wasteful))
        let usual = String(repeating: "a\r\n0123456789\r\n", count: 50_000)
        #expect(read(Self.head + usual, .chunked) == .unfinished)
    }

    @Test(
        arguments: [
            ([("Content-Length", "5")], .length(5)), ([("content-length", "0")], BodyFraming.none), ([], BodyFraming.none),
            ([("Content-Length", "9223372036854775808")], .length(.max)), ([("Content-Length", "99999999999999999999999")], .length(.max)),
            ([("Content-Length", "+5")], nil), ([("Content-Length", "-5")], nil), ([("Content-Length", "5, 5")], nil), ([("Content-Length", "")], nil),
            ([("Content-Length", "5"), ("Content-Length", "5")], nil), ([("Content-Length", "0x5")], nil), ([("Content-Length", "٥")], nil),
            ([("Transfer-Encoding", "chunked")], .chunked), ([("Transfer-Encoding", "Chunked")], .chunked),
            ([("Transfer-Encoding", "gzip, chunked")], nil), ([("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")], nil),
            ([("Transfer-Encoding", "chunked"), ("Content-Length", "5")], nil)
        ] as [([(String, String)], BodyFraming?)])
    func framings(headers: [(String, String)], framing: BodyFraming?) {
        let fields = RequestFields(HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: NIOHTTP1.HTTPHeaders(headers)))
        #expect((try? fields.framing(.http1_1)) == framing)
    }

    @Test func nobodysOriginIsARowOfMarks() {
        func origin(_ count: Int) -> String? {
            let fields: NIOHTTP1.HTTPHeaders = ["Origin": String(repeating: "\u{301}", count: count)]
            return RequestFields(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: fields)).origin
        }
        #expect(origin(64) != nil && origin(65) == nil)
    }

    @Test func nothingIsChunkedBeforeHTTP11() {
        let fields = RequestFields(HTTPRequestHead(version: .http1_0, method: .POST, uri: "/", headers: ["Transfer-Encoding": "chunked"]))
        #expect(throws: Problem.self) { try fields.framing(.http1_0) }
    }
}
