import NIOCore
import Synchronization
import TestKit
import Testing

@testable import HTTP
@testable import Outbox

/// Bodies that are handed on as they come.
@Suite(.timeLimit(.minutes(3))) struct UploadTests {
    private static func count(_ gate: Gate? = nil, limit: Int = 8 << 20) -> Route {
        .post("/count", .anyone, bodyLimit: limit, operation: "count") { request in
            await gate?.wait()
            var count = 0
            while let piece = try await request.bodyStream.next() { count += piece.count }
            return Response(.ok, body: Array(String(count).utf8))
        }.streamed()
    }

    @Test func aBodyIsHandedOnAndTheConnectionLivesOn() async throws {
        try await withServer([Self.count()]) { server in
            let connection = try await RawConnection(port: server.port)
            for count in [0, 1, 70_000, 1_000_000] {
                try await connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
                try await connection.send(bytes: [UInt8](repeating: 0x61, count: count))
                #expect(try await connection.reply().body == String(count))
            }
            try await connection.send("POST /count HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
            #expect(try await connection.reply().body == "5")
            connection.close()
        }
    }

    /// The next request is already there, head and body, while the one before it is still being answered.
    @Test func aBodyThatCameTooEarlyIsHandedOnToo() async throws {
        try await withServer([Self.count()]) { server in
            let connection = try await RawConnection(port: server.port)
            let request = "POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
            try await connection.send(request + request + request)
            for _ in 1...3 { #expect(try await connection.reply().body == "5") }
            connection.close()
        }
    }

    /// Read whole, but not before it is known who sends it.
    @Test func whoMayNotSendALargeBodyIsToldAtOnce() async throws {
        let routes: [Route] = [
            .post("/whole", .signedIn, bodyLimit: 32 << 20, operation: "whole") { _ in .noContent },
            .post("/anyone", .anyone, bodyLimit: 32 << 20, operation: "anyone") { Response(.ok, body: Array(String($0.body.count).utf8)) }
        ]
        try await withServer(routes, { $0.discardDeadline = .milliseconds(50) }) { server in
            for framing in ["Content-Length: 30000000", "Transfer-Encoding: chunked"] {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("POST /whole HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
                #expect(try await connection.reply().status == 401)
            }
            let connection = try await RawConnection(port: server.port)
            for count in [100_000, 5_000_000] {
                try await connection.send("POST /anyone HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
                try await connection.send(bytes: [UInt8](repeating: 0x61, count: count))
                #expect(try await connection.reply().body == String(count))
            }
        }
    }

    /// Each of a byte, and none of them taken: what waits is its bytes, and not the reads that they came with.
    @Test func piecesOfOneByteArePutTogether() async throws {
        let stream = RequestBodyStream {}
        let read = ByteBuffer(repeating: 0x61, count: 16 << 10)
        var count = 0
        while !stream.isFull, count < 1 << 20 {
            stream.append(read.getSlice(at: count % read.readableBytes, length: 1)!)
            count += 1
        }
        stream.finish()
        var pieces = 0
        while let piece = try await stream.next() {
            pieces += 1
            count -= piece.count
        }
        #expect(count == 0)
        #expect(pieces <= 17)
    }

    @Test func aStreamedBodyTakesItsPartOfTheBudgetAndGivesItBack() async throws {
        let gate = Gate()
        try await withServer([Self.count(gate)], { $0.bodyMemory = 2 << 20 }) { server in
            func begin() async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
                return connection
            }
            let first = try await begin()
            await gate.entered()
            let refused = try await begin()
            try await refused.send("hello")
            #expect(try await refused.reply().status == 503)
            gate.open()
            try await first.send("hello")
            #expect(try await first.reply().body == "5")
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            try await refused.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello")
            #expect(try await refused.reply().body == "5")
        }
    }

    @Test func aSlowHandlerHoldsTheClientBack() async throws {
        let gate = Gate()
        try await withServer([Self.count(gate, limit: 64 << 20)]) { server in
            let count = 48 << 20
            let isSent = StopFlag()
            let port = server.port
            async let answer: String = {
                let connection = try await RawConnection(port: port)
                try await connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
                try await connection.send(bytes: [UInt8](repeating: 0x61, count: count))
                isSent.set()
                return try await connection.reply().body
            }()
            await gate.entered()
            // More than the system's buffers hold, and nobody takes it.
            for _ in 0..<20 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(!isSent.isSet)
            gate.open()
            #expect(try await answer == String(count))
        }
    }

    @Test func tooMuchIsRefused() async throws {
        try await withServer([Self.count(limit: 1000)]) { server in
            let announced = try await RawConnection(port: server.port)
            try await announced.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
            #expect(try await announced.reply().status == 413)
            let chunked = try await RawConnection(port: server.port)
            try await chunked.send("POST /count HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            try await chunked.send("400\r\n" + String(repeating: "x", count: 1024) + "\r\n")
            #expect(try await chunked.reply().status == 413)
        }
    }

    @Test func aHandlerMayAnswerBeforeTheEnd() async throws {
        let routes: [Route] = [
            .post("/no", .anyone, bodyLimit: 1 << 20, operation: "no") { _ in throw Problem.forbidden("no") }.streamed(),
            .post("/private", .signedIn, bodyLimit: 1 << 20, operation: "private") { _ in .noContent }.streamed()
        ]
        try await withServer(routes) { server in
            for (path, status) in [("/no", 403), ("/private", 401)] {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\nsome")
                let reply = try await connection.reply()
                #expect(reply.status == status)
                #expect(reply.headers["connection"] == "close")
            }
        }
    }

    @Test func aBodyThatStopsIsRefusedAndItsHandlerHearsOfIt() async throws {
        let brokenOff = Gate()
        let routes: [Route] = [
            .post("/count", .anyone, bodyLimit: 1 << 20, operation: "count") { request in
                do {
                    while try await request.bodyStream.next() != nil {}
                } catch {
                    brokenOff.open()
                    throw error
                }
                return .noContent
            }.streamed()
        ]
        try await withServer(routes, { $0.bodyDeadline = .milliseconds(200) }) { server in
            let silent = try await RawConnection(port: server.port)
            try await silent.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nsome")
            #expect(try await silent.reply().status == 408)
            await brokenOff.wait()
        }
        let cut = Gate()
        let second: [Route] = [
            .post("/count", .anyone, bodyLimit: 1 << 20, operation: "count") { request in
                defer { cut.open() }
                while try await request.bodyStream.next() != nil {}
                return .noContent
            }.streamed()
        ]
        try await withServer(second) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nsome")
            connection.close()
            await cut.wait()
        }
    }
}
