import CareModels
import CareService
import Foundation
import NIOCore
import Synchronization
import TestKit
import Testing

@testable import HTTP

/// What is decided between a request's head and its body, through the server.
@Suite(.timeLimit(.minutes(3))) struct AdmissionTests {
    private static func count(_ path: String = "/count", _ access: Access = .signedIn, _ gate: Gate? = nil, limit: Int = 1 << 20) -> Route {
        .post(path, access, bodyLimit: limit, operation: path) { request in
            await gate?.wait()
            return Response(.ok, body: Array(String(request.body.count).utf8))
        }
    }

    private static func head(_ path: String, _ framing: String, token: String? = nil, _ more: String = "") -> String {
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return "POST \(path) HTTP/1.1\r\nHost: x\r\n\(authorization)\(more)\(framing)\r\n\r\n"
    }

    /// None of the bodies ever comes.
    @Test func whoMayNotCallIsToldBeforeTheBody() async throws {
        let issuer = Issuer()
        let patient = try AccessTests.token(issuer)
        let routes = [
            Self.count(), Self.count("/admins", .roles(.admin)), Self.count("/scoped", .signedIn.scope("care")),
            .get("/got", .anyone, operation: "got") { _ in .noContent }
        ]
        try await withServer(routes, verifier: issuer.verifier(), { $0.discardDeadline = .milliseconds(50) }) { server in
            // The first of a token is checked in a task, the second is known.
            for _ in 0..<2 {
                for framing in ["Content-Length: 100", "Content-Length: 1000000", "Transfer-Encoding: chunked"] {
                    for (path, token, status) in [
                        ("/count", nil, 401), ("/count", "no.such.token", 401), ("/admins", patient, 403), ("/scoped", patient, 403)
                    ] as [(String, String?, Int)] {
                        let connection = try await RawConnection(port: server.port)
                        try await connection.send(Self.head(path, framing, token: token))
                        let reply = try await connection.reply()
                        #expect(reply.status == status, "\(path) \(framing)")
                        #expect(reply.headers["connection"] == "close")
                        #expect(await connection.rest() == "")
                    }
                }
            }
            for (path, status) in [("/nowhere", 404), ("/got", 405), ("/%61", 400)] {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head(path, "Content-Length: 100"))
                #expect(try await connection.reply().status == status)
            }
        }
    }

    /// The gateway's connections are kept, whatever their clients may not do.
    @Test func aShortBodyOfARefusedRequestIsReadOver() async throws {
        let issuer = Issuer()
        let token = try AccessTests.token(issuer)
        try await withServer([Self.count()], verifier: issuer.verifier()) { server in
            let connection = try await RawConnection(port: server.port)
            for _ in 0..<3 {
                for (body, framing) in [("hello", "Content-Length: 5"), ("5\r\nhello\r\n0\r\n\r\n", "Transfer-Encoding: chunked")] {
                    try await connection.send(Self.head("/count", framing) + body)
                    let refused = try await connection.reply()
                    #expect(refused.status == 401)
                    #expect(refused.headers["connection"] == nil)
                    try await connection.send(Self.head("/nowhere", framing) + body + Self.head("/count", framing, token: token) + body)
                    #expect(try await connection.reply().status == 404)
                    #expect(try await connection.reply().body == "5")
                }
            }
            // But no more than that.
            try await connection.send(Self.head("/count", "Transfer-Encoding: chunked") + "10001\r\n" + String(repeating: "x", count: 65_537))
            let reply = try await connection.reply()
            #expect(reply.status == 401)
            #expect(reply.headers["connection"] == "close")
            #expect(await connection.rest() == "")
        }
    }

    @Test func whoWaitsToContinueIsToldOnceTheTokenWasLookedAt() async throws {
        let issuer = Issuer()
        let token = try AccessTests.token(issuer)
        try await withServer([Self.count()], verifier: issuer.verifier()) { server in
            let expecting = "Expect: 100-continue\r\n"
            let refused = try await RawConnection(port: server.port)
            try await refused.send(Self.head("/count", "Content-Length: 5", expecting))
            #expect(try await refused.reply().status == 401)
            let connection = try await RawConnection(port: server.port)
            for _ in 0..<2 {
                try await connection.send(Self.head("/count", "Content-Length: 5", token: token, expecting))
                #expect(try await connection.reply().status == 100)
                try await connection.send("hello")
                #expect(try await connection.reply().body == "5")
            }
        }
    }

    @Test func aThirdHeavyRequestOfACallerIsRefused() async throws {
        let gate = Gate()
        let issuer = Issuer()
        let (token, other) = (try AccessTests.token(issuer), try AccessTests.token(issuer))
        let routes = [Self.count("/heavy", .signedIn, gate).heavy()]
        try await withServer(routes, verifier: issuer.verifier()) { server in
            func begin(_ token: String) async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head("/heavy", "Content-Length: 5", token: token) + "hello")
                return connection
            }
            let first = try await begin(token)
            await gate.entered()
            // Its body has not come, and it counts all the same.
            let second = try await RawConnection(port: server.port)
            try await second.send(Self.head("/heavy", "Content-Length: 5", token: token, "Expect: 100-continue\r\n"))
            #expect(try await second.reply().status == 100)
            let third = try await begin(token)
            let refused = try await third.reply()
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "1")
            // Somebody else's are theirs; and who was refused may try again on the same connection.
            let others = try await begin(other)
            gate.open()
            #expect(try await others.reply().body == "5")
            #expect(try await first.reply().body == "5")
            try await second.send("hello")
            #expect(try await second.reply().body == "5")
            try await third.send(Self.head("/heavy", "Content-Length: 5", token: token) + "hello")
            #expect(try await third.reply().body == "5")
        }
    }

    /// Of what changes something few run at once; the others wait for them, in their order, and are not refused until there are too many.
    @Test func aCallersWritesWaitForTheirTurn() async throws {
        let gate = Gate()
        let issuer = Issuer()
        let (token, other) = (try AccessTests.token(issuer), try AccessTests.token(issuer))
        let routes: [Route] = [
            Self.count("/write", .signedIn, gate), .get("/read", .signedIn, operation: "read") { _ in .noContent }, Self.count("/anyone", .anyone)
        ]
        try await withServer(routes.changingInTurn(), verifier: issuer.verifier(), { ($0.writesAtOnce, $0.mostWaitingWrites) = (2, 3) }) { server in
            func begin(_ token: String?, _ path: String = "/write") async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head(path, "Content-Length: 5", token: token) + "hello")
                return connection
            }
            var waiting: [RawConnection] = []
            for _ in 0..<5 { waiting.append(try await begin(token)) }
            let caller = CallerID(try await issuer.verifier().verify(token, now: Date()))
            while server.turns(of: caller) != (2, 3) { try await Task.sleep(for: .milliseconds(2)) }
            let refused = try await begin(token).reply()
            #expect(refused.status == 429 && refused.headers["retry-after"] == "1" && refused.body.contains("/problems/too-many-at-once"))
            // Reads do not wait, nor others, nor who is nobody in particular.
            let client = HTTPClient()
            #expect(try await client.get("http://127.0.0.1:\(server.port)/read", headers: ["Authorization": "Bearer \(token)"]).status == .noContent)
            let others = try await begin(other)
            #expect(try await begin(nil, "/anyone").reply().body == "5")
            gate.open()
            for connection in waiting + [others] { #expect(try await connection.reply().body == "5") }
            #expect(server.turns(of: caller) == (0, 0))
        }
    }

    /// Nobody says how long a body of a few fields may be: 64 KiB.
    @Test func aRouteTakesNoLongBodyUnlessItSaysSo() async throws {
        let routes = [Route.post("/small", .anyone, operation: "small") { request in Response(.ok, body: Array(String(request.body.count).utf8)) }]
        try await withServer(routes) { server in
            let client = HTTPClient()
            func send(_ bytes: Int) async throws -> HTTPClient.Response {
                try await client.send(.POST, "http://127.0.0.1:\(server.port)/small", body: [UInt8](repeating: 0x20, count: bytes))
            }
            #expect(try await send(64 << 10).status == .ok)
            let refused = try await send((64 << 10) + 1)
            #expect(refused.status.code == 413 && String(decoding: refused.body, as: UTF8.self).contains("65536"))
        }
    }

    /// Where what it takes hangs on its body: of small ones a caller may have any number running, and one of unknown length is no small one.
    @Test func onlyLongRequestsMayBeHeavy() async throws {
        let gate = Gate()
        let issuer = Issuer()
        let token = try AccessTests.token(issuer)
        try await withServer([Self.count("/heavy", .signedIn, gate).heavy(above: 5)], verifier: issuer.verifier()) { server in
            func begin(_ framing: String, _ more: String = "", _ body: String = "") async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head("/heavy", framing, token: token, more) + body)
                return connection
            }
            // Both are in before their bodies have come.
            let long = [
                try await begin("Content-Length: 6", "Expect: 100-continue\r\n"), try await begin("Transfer-Encoding: chunked", "Expect: 100-continue\r\n")
            ]
            for connection in long { #expect(try await connection.reply().status == 100) }
            #expect(try await begin("Content-Length: 6", "", "hello!").reply().status == 429)
            var small: [RawConnection] = []
            for _ in 0..<3 { small.append(try await begin("Content-Length: 5", "", "hello")) }
            gate.open()
            for connection in small { #expect(try await connection.reply().body == "5") }
            try await long[0].send("hello!")
            #expect(try await long[0].reply().body == "6")
            try await long[1].send("5\r\nhello\r\n0\r\n\r\n")
            #expect(try await long[1].reply().body == "5")
        }
    }

    @Test func bodiesOfAllConnectionsTogetherHaveABound() async throws {
        let gate = Gate()
        // For large bodies 3 MiB: twice 700,000 bytes fit twice.
        try await withServer([Self.count("/slow", .anyone, gate), Self.count("/count", .anyone)], { $0.bodyMemory = 4 << 20 }) { server in
            func begin(_ path: String, _ count: Int) async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head(path, "Content-Length: \(count)"))
                return connection
            }
            var held: [RawConnection] = []
            for _ in 0..<2 {
                let connection = try await begin("/slow", 700_000)
                try await connection.send(bytes: [UInt8](repeating: 0x61, count: 700_000))
                held.append(connection)
            }
            try await eventually("both bodies", within: .seconds(10)) { server.keptBytes >= 2_800_000 }
            // The third hears it before its body is sent; what is small still finds room.
            let refused = try await begin("/count", 700_000).reply()
            #expect(refused.status == 503)
            #expect(refused.headers["retry-after"] == "1")
            let small = try await begin("/count", 5)
            try await small.send("hello")
            #expect(try await small.reply().body == "5")
            gate.open()
            for connection in held { #expect(try await connection.reply().body == "700000") }
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            let again = try await begin("/count", 700_000)
            try await again.send(bytes: [UInt8](repeating: 0x61, count: 700_000))
            #expect(try await again.reply().body == "700000")
        }
    }

    /// As many values as bytes: the text is short, what it becomes is not.
    @Test func aBodyOfNothingButValuesIsWeighed() async throws {
        try await withServer([Self.count("/count", .anyone)], { $0.bodyMemory = 8 << 20 }) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.head("/count", "Content-Length: 900000"))
            try await connection.send(String(repeating: "0,", count: 450_000))
            let reply = try await connection.reply()
            #expect(reply.status == 413)
            #expect(await connection.rest() == "")
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
        }
    }

    /// Of routes that answer with 32 MiB.
    private static func page(_ method: HTTPMethod) -> Route {
        Route(method, "/page", .anyone, bodyLimit: 0, operation: "\(method)") { _ in Response(.ok, body: [UInt8](repeating: 0x61, count: 32 << 20)) }
    }

    private static func deaf(_ server: HTTPServer, _ asking: String) async throws -> RawConnection {
        let connection = try await RawConnection(port: server.port)
        try await connection.read(false)
        try await connection.send(asking)
        return connection
    }

    /// Longer than the system's buffers: it lies in the server's memory for as long as its client does not read.
    @Test(arguments: [(page(.GET), "GET"), (page(.POST).reading(), "POST")])
    func longAnswersThatNobodyReadsAreInTheBudgetToo(page: Route, method: String) async throws {
        try await withServer([page], { $0.bodyMemory = 48 << 20 }) { server in
            let asking = "\(method) /page HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
            let deaf = try await Self.deaf(server, asking)
            try await eventually("the answer is kept", within: .seconds(10)) { server.keptBytes == 32 << 20 }
            let other = try await RawConnection(port: server.port)
            try await other.send(asking)
            let refused = try await other.reply()
            #expect(refused.status == 503)
            #expect(refused.headers["retry-after"] == "1")
            try await deaf.read(true)
            #expect(try await deaf.reply().body.utf8.count == 32 << 20)
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            try await other.send(asking)
            #expect(try await other.reply().status == 200)
        }
    }

    /// It was done, so its client is told; who comes then finds no room until that is read.
    @Test func aLongAnswerToWhatHadAnEffectIsInTheBudgetThoughThereIsNoRoom() async throws {
        try await withServer([Self.page(.POST), Self.page(.GET), Self.count("/count", .anyone)], { $0.bodyMemory = 48 << 20 }) { server in
            let asking = "POST /page HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
            let deaf = [try await Self.deaf(server, asking), try await Self.deaf(server, asking)]
            try await eventually("both answers are kept", within: .seconds(10)) { server.keptBytes == 64 << 20 }
            let other = try await RawConnection(port: server.port)
            try await other.send("GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await other.reply().status == 503)
            let writer = try await RawConnection(port: server.port)
            try await writer.send(Self.head("/count", "Content-Length: 5"))
            #expect(try await writer.reply().status == 503)
            for connection in deaf {
                try await connection.read(true)
                let reply = try await connection.reply()
                #expect(reply.status == 200 && reply.body.utf8.count == 32 << 20)
            }
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            try await other.send(Self.head("/count", "Content-Length: 5") + "hello")
            #expect(try await other.reply().body == "5")
        }
    }

    /// While it is made, before anything is answered: what a handler says that it holds.
    @Test func whatAnAnswerIsMadeOfIsInTheBudget() async throws {
        let gate = Gate()
        let route = Route.post("/bundle", .anyone, bodyLimit: 0, operation: "bundle") { request in
            try request.hold(20 << 20)
            await gate.wait()
            return .noContent
        }
        try await withServer([route], { $0.bodyMemory = 48 << 20 }) { server in
            let asking = "POST /bundle HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
            let first = try await RawConnection(port: server.port)
            try await first.send(asking)
            try await eventually("it is kept", within: .seconds(10)) { server.keptBytes == 20 << 20 }
            let second = try await RawConnection(port: server.port)
            try await second.send(asking)
            #expect(try await second.reply().status == 503)
            gate.open()
            #expect(try await first.reply().status == 204)
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            try await second.send(asking)
            #expect(try await second.reply().status == 204)
        }
    }

    /// Also of what ends in an error, and of what nobody waits for any more.
    @Test func whatIsHeldGoesBackHoweverItEnds() async throws {
        let failing = Route.post("/failing", .anyone, bodyLimit: 0, operation: "fail") { request in
            try request.hold(20 << 20)
            throw Problem.unavailable(retryAfter: 1)
        }
        let waiting = Route.post("/waiting", .anyone, bodyLimit: 0, operation: "wait") { request in
            try request.hold(20 << 20)
            try await Task.sleep(for: .seconds(3600))
            return .noContent
        }
        try await withServer([failing, waiting]) { server in
            func ask(_ path: String) async throws -> RawConnection {
                let connection = try await RawConnection(port: server.port)
                try await connection.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                return connection
            }
            #expect(try await ask("/failing").reply().status == 503)
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
            let gone = try await ask("/waiting")
            try await eventually("it is kept", within: .seconds(10)) { server.keptBytes == 20 << 20 }
            try await gone.reset()
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
        }
    }

    @Test func whatIsBrokenOffIsKeptNoLonger() async throws {
        try await withServer([Self.count("/count", .anyone)], { $0.bodyDeadline = .seconds(3) }) { server in
            let gone = try await RawConnection(port: server.port)
            let slow = try await RawConnection(port: server.port)
            for connection in [gone, slow] {
                try await connection.send(Self.head("/count", "Content-Length: 1000000"))
                try await connection.send(bytes: [UInt8](repeating: 0x61, count: 10_000))
            }
            gone.close()
            #expect(try await slow.reply().status == 408)
            try await eventually("nothing is kept", within: .seconds(10)) { server.keptBytes == 0 }
        }
    }

    @Test(arguments: [
        ("Content-Length: 9223372036854775808", 413), ("Content-Length: 18446744073709551615", 413), ("Content-Length: +5", 400),
        ("Content-Length: 5\r\nContent-Length: 5", 400), ("Content-Length: 5, 5", 400), ("Transfer-Encoding: gzip, chunked", 400),
        ("Content-Length: 5\r\nContent-Encoding: gzip", 415), ("Transfer-Encoding: chunked\r\nContent-Encoding: br", 415)
    ])
    func whatCannotBeReadIsRefusedAndTheConnectionEnds(framing: String, status: Int) async throws {
        try await withServer([Self.count("/count", .anyone)], { $0.discardDeadline = .milliseconds(50) }) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.head("/count", framing))
            let reply = try await connection.reply()
            #expect(reply.status == status)
            if status == 415 { #expect(reply.headers["accept-encoding"] == "identity") }
            #expect(await connection.rest() == "")
        }
    }

    @Test(arguments: [
        ("FFFFFFFFFFFFFFF0\r\n", 413), ("2;" + String(repeating: "a", count: 17_000), 400), ("+5\r\nhello\r\n", 400),
        ("5\r\nhello\r\n0\r\n" + String(repeating: "X: y\r\n", count: 3000), 400)
    ])
    func whatIsNoChunkIsRefusedAndTheConnectionEnds(chunks: String, status: Int) async throws {
        let streamed = Route.post("/streamed", .anyone, bodyLimit: 1 << 20, operation: "streamed") { request in
            while try await request.bodyStream.next() != nil {}
            return .noContent
        }.streamed()
        try await withServer([Self.count("/count", .anyone), streamed]) { server in
            for path in ["/count", "/streamed"] {
                let connection = try await RawConnection(port: server.port)
                try await connection.send(Self.head(path, "Transfer-Encoding: chunked") + chunks)
                #expect(try await connection.reply().status == status, "\(path)")
                #expect(await connection.rest() == "")
            }
        }
    }

    @Test func identityIsNoEncoding() async throws {
        try await withServer([Self.count("/count", .anyone)]) { server in
            let connection = try await RawConnection(port: server.port)
            try await connection.send(Self.head("/count", "Content-Length: 5\r\nContent-Encoding: Identity") + "hello")
            #expect(try await connection.reply().body == "5")
        }
    }

    @Test func aRequestHasABoundedNumberOfHeadersAndParameters() async throws {
        let route = Route.get("/any", .anyone, query: ["*"], operation: "any") { _ in .noContent }
        try await withServer([route]) { server in
            for (headers, parameters, status) in [(100, 200, 204), (200, 1, 431), (1, 300, 400)] {
                let connection = try await RawConnection(port: server.port)
                let query = (0..<parameters).map { "p\($0)=1" }.joined(separator: "&")
                try await connection.send("GET /any?\(query) HTTP/1.1\r\nHost: x\r\n" + (0..<headers).map { "X-\($0): y\r\n" }.joined() + "\r\n")
                #expect(try await connection.reply().status == status)
            }
        }
    }
}
