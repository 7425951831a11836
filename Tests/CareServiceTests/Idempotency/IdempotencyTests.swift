import CareModels
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Postgres
import Synchronization
import TestKit
import Testing

@testable import HTTP
@testable import Outbox
@testable import Sealing

@Suite(.timeLimit(.minutes(5))) struct IdempotencyTests {
    private struct Refused: Error {}
    private static let alice = Identity(
        userID: UserID(.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: [], expiresAt: .distantFuture)
    private static let bob = Identity(
        userID: UserID(.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: [], expiresAt: .distantFuture)

    private static func secrets(_ keys: MasterKeys) -> RequestSecrets { { keys.all.map(\.idempotency.key) } }

    private static func request(
        _ key: String?, body: String = "{}", path: String = "/appointments", caller: Identity? = alice, method: HTTP.HTTPMethod = .POST,
        pattern: String = "/appointments", keys: MasterKeys? = nil, conditions: [(String, String)] = []
    ) -> Request {
        var head = HTTPRequestHead(version: .http1_1, method: method.wire, uri: path)
        if let key { head.headers.add(name: "Idempotency-Key", value: key) }
        for (name, value) in conditions { head.headers.add(name: name, value: value) }
        let route = Route(method, pattern, .signedIn, operation: "book") { _ in .noContent }
        let peer = ClientAddress.Peer(address: "127.0.0.1", proxies: .loopback)
        return Request(
            head: head, route: route, body: Array(body.utf8), requestID: "r", peer: peer, caller: caller,
            secrets: keys.map(secrets))
    }

    private static func book(_ pool: PostgresPool, _ request: Request) async throws -> Response {
        try await pool.idempotent(request) { transaction in
            try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(UUID()), 1)")
            let row = try await transaction.first("SELECT max(number) FROM effects")
            let number: Int = try #require(try row?[0])
            return try .json(["number": number], status: .created, version: number, headers: ["Location": "/appointments/\(number)"])
        }
    }

    private static func effects(_ pool: PostgresPool) async throws -> Int { try await pool.count("SELECT count(*) FROM effects") }

    private static func problem(_ body: () async throws -> Response) async throws -> Problem {
        do {
            _ = try await body()
            throw Refused()
        } catch let problem as Problem {
            return problem
        }
    }

    @Test func twentyEqualRequestsAtOnceTakeEffectOnceAndHearTheSame() async throws {
        try await Kit.withDatabase(size: 8) { pool, _ in
            let key = UUID().uuidString
            let responses = try await withThrowingTaskGroup(of: Response.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.insisting { try await Self.book(pool, Self.request(key)) } } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(try await Self.effects(pool) == 1)
            #expect(responses.count == 20)
            let replayed = responses.filter { $0.headers.first(name: "Idempotent-Replayed") == "true" }
            #expect(replayed.count == 19)
            for response in responses {
                #expect(response.status == .created && response.body == responses[0].body)
                for name in ["Content-Type", "Location", "ETag"] {
                    #expect(response.headers.first(name: name) == responses[0].headers.first(name: name))
                    #expect(response.headers.contains(name: name))
                }
            }
        }
    }

    /// As a client does that hears 409 `request-in-progress`.
    private static func insisting(_ body: () async throws -> Response) async throws -> Response {
        while true {
            do { return try await body() } catch let problem as Problem where problem.type == .requestInProgress {
                #expect(problem.status == .conflict && problem.headers.first(name: "Retry-After") == "1")
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    /// On one route or another, and while they wait for nothing they hold no connection: the first works on one of two.
    @Test func whatIsStillAtWorkIsSaidAtOnce() async throws {
        try await Kit.withDatabase(size: 2) { pool, _ in
            let gate = Gate()
            let first = Task {
                try await pool.idempotent(Self.request("k1")) { transaction in
                    try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(UUID()), 1)")
                    await gate.wait()
                    return Response(.created)
                }
            }
            await gate.entered()
            for path in ["/appointments", "/appointments", "/other"] {
                let problem = try await Self.problem { try await Self.book(pool, Self.request("k1", path: path, pattern: path)) }
                #expect(problem.status == .conflict && problem.type == .requestInProgress)
                #expect(problem.headers.first(name: "Retry-After") == "1")
            }
            // Another key, and another caller's key of the same name, are free.
            _ = try await Self.book(pool, Self.request("k2"))
            _ = try await Self.book(pool, Self.request("k1", caller: Self.bob))
            gate.open()
            #expect(try await first.value.status == .created)
            #expect(try await Self.book(pool, Self.request("k1")).headers.contains(name: "Idempotent-Replayed"))
            #expect(try await Self.effects(pool) == 3)
        }
    }

    /// As a replica of a release does that takes no lock: the database decides, and what was done beside it is undone.
    @Test func anAnswerThatIsKeptMeanwhileStands() async throws {
        try await Kit.withDatabase { pool, _ in
            let (request, key) = (Self.request("k1"), try #require(try IdempotencyKey(Self.request("k1"))))
            let problem = try await Self.problem {
                try await pool.idempotent(request) { transaction in
                    try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(UUID()), 1)")
                    let other = try key.sealed(StoredResponse(Response(.created, body: [7])))
                    _ = try await pool.withConnection { connection in
                        try await connection.execute(
                            """
                            INSERT INTO idempotency_keys (caller, route, key_hash, fingerprint, response)
                            VALUES (\(Idempotency.caller(request)), 'POST /appointments', \(key.hash), \(key.fingerprint), \(other))
                            """)
                    }
                    return Response(.created)
                }
            }
            #expect(problem.type == .requestInProgress)
            #expect(try await Self.effects(pool) == 0)
            #expect(try await Self.book(pool, request).body == [7])
        }
    }

    /// What it did was undone, and its lock is gone with it.
    @Test func whatBrokeOffLeavesNothingBehind() async throws {
        try await Kit.withDatabase { pool, _ in
            await #expect(throws: Refused.self) { _ = try await pool.idempotent(Self.request("k1")) { _ in throw Refused() } }
            let response = try await Self.book(pool, Self.request("k1"))
            #expect(response.status == .created && !response.headers.contains(name: "Idempotent-Replayed"))
        }
    }

    @Test func anotherMethodPathRouteOrBodyUnderTheSameKeyIsRefused() async throws {
        let keys = MasterKeys(current: [UInt8](repeating: 1, count: 32))
        try await Kit.withDatabase { pool, _ in
            _ = try await Self.book(pool, Self.request("k1", keys: keys))
            for (other, difference) in [
                (Self.request("k1", body: "{ }", keys: keys), "body"), (Self.request("k1", path: "/appointments/", keys: keys), "path"),
                (Self.request("k1", path: "/conversations", pattern: "/conversations", keys: keys), "path"),
                (Self.request("k1", method: .PUT, keys: keys), "method"),
                (Self.request("k1", body: "[]", path: "/x", method: .PATCH, pattern: "/x", keys: keys), "method, path, body")
            ] {
                let problem = try await Self.problem { try await Self.book(pool, other) }
                #expect(problem.status == .unprocessableEntity && problem.type == .idempotencyKeyReused)
                #expect(problem.fields.map(\.field) == ["Idempotency-Key"])
                #expect(problem.fields.first?.message == "came first with another \(difference)")
            }
            #expect(try await Self.effects(pool) == 1)
        }
    }

    /// What a request means hangs on them: the answer to one is none to the other.
    @Test(arguments: ["If-Match", "If-None-Match", "If-Unmodified-Since", "If-None-Exist", "Care-Annotations"]) func anotherConditionUnderTheSameKeyIsRefused(
        _ header: String
    ) async throws {
        let keys = MasterKeys(current: [UInt8](repeating: 1, count: 32))
        try await Kit.withDatabase { pool, _ in
            func send(_ key: String, _ values: String...) async throws -> Response {
                try await Self.book(pool, Self.request(key, keys: keys, conditions: values.map { (header, $0) }))
            }
            let first = try await send("k1", "one")
            let again = try await send("k1", "one")
            #expect(again.headers.contains(name: "Idempotent-Replayed") && again.body == first.body)
            _ = try await send("k2")
            for (key, values) in [("k1", []), ("k1", ["other"]), ("k1", ["one", "other"]), ("k2", ["one"])] as [(String, [String])] {
                let problem = try await Self.problem {
                    try await Self.book(pool, Self.request(key, keys: keys, conditions: values.map { (header, $0) }))
                }
                #expect(problem.type == .idempotencyKeyReused && problem.fields.first?.message == "came first with another condition")
            }
            #expect(try await Self.effects(pool) == 2)
        }
    }

    @Test func anotherQueryUnderTheSameKeyIsRefused() async throws {
        try await Kit.withDatabase { pool, _ in
            let first = try await Self.book(pool, Self.request("k1", path: "/appointments?identifier=a"))
            #expect(try await Self.book(pool, Self.request("k1", path: "/appointments?identifier=a")).body == first.body)
            for path in ["/appointments?identifier=b", "/appointments"] {
                let problem = try await Self.problem { try await Self.book(pool, Self.request("k1", path: path)) }
                #expect(problem.type == .idempotencyKeyReused && problem.fields.first?.message == "came first with another condition")
            }
            #expect(try await Self.effects(pool) == 1)
        }
    }

    /// 48 bytes, of which the last are the body's: as the release before made them, and reads them.
    @Test func withoutConditionsAFingerprintIsAsBefore() throws {
        let keys = MasterKeys(current: [UInt8](repeating: 1, count: 32))
        func fingerprint(_ conditions: [(String, String)]) throws -> [UInt8] {
            try #require(try IdempotencyKey(Self.request("k1", keys: keys, conditions: conditions))).fingerprint
        }
        let (without, with) = (try fingerprint([]), try fingerprint([("If-Match", "\"1\"")]))
        #expect(without.count == 48 && with.count == 64 && Array(with.prefix(48)) == without)
        #expect(try fingerprint([("Accept", "application/json")]) == without)
    }

    /// Of a body that was streamed nothing is kept but what its reader says of it.
    @Test func aStreamedBodyIsKnownByItsDigest() async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1", body: "")
            func send(_ request: Request, _ digest: [UInt8]) async throws -> Response {
                try await pool.idempotent(request, content: digest) { _ in Response(.created, body: digest) }
            }
            let before = try await pool.isRepetition(request)
            let first = try await send(request, [1])
            let after = try await pool.isRepetition(request)
            #expect(!before && after)
            let again = try await send(request, [1])
            #expect(again.headers.contains(name: "Idempotent-Replayed") && again.body == first.body)
            let problem = try await Self.problem { try await send(request, [2]) }
            #expect(problem.type.name == "idempotency-key-reused")
            #expect(problem.fields.first?.message == "came first with another body")
            let bobs = try await pool.isRepetition(Self.request("k1", caller: Self.bob))
            let another = try await pool.isRepetition(Self.request("k2"))
            let none = try await pool.isRepetition(Self.request(nil))
            #expect(!bobs && !another && !none)
        }
    }

    /// The database decides which of two different requests the key belongs to.
    @Test func oneOfTwoRoutesGetsAKey() async throws {
        try await Kit.withDatabase(size: 8) { pool, _ in
            for round in 0..<10 {
                let statuses = await withTaskGroup(of: HTTP.HTTPResponseStatus.self) { group in
                    for path in ["/a", "/b", "/a", "/b"] {
                        group.addTask {
                            do {
                                return try await Self.insisting { try await Self.book(pool, Self.request("k\(round)", path: path, pattern: path)) }.status
                            } catch { return (error as? Problem)?.status ?? .internalServerError }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == .created }.count == 2)
                #expect(statuses.filter { $0 == .unprocessableEntity }.count == 2)
            }
            let effects = try await Self.effects(pool)
            #expect(effects == 10)
        }
    }

    /// The same after the master key was replaced, and not under one that the service never had.
    @Test func aRetryIsKnownUnderAnEarlierMasterKey() async throws {
        func keys(_ current: UInt8, _ earlier: UInt8...) -> MasterKeys {
            MasterKeys(current: [UInt8](repeating: current, count: 32), earlier: earlier.map { [UInt8](repeating: $0, count: 32) })
        }
        try await Kit.withDatabase { pool, _ in
            let first = try await Self.book(pool, Self.request("k1", keys: keys(1)))
            let again = try await Self.book(pool, Self.request("k1", keys: keys(3, 1, 2)))
            #expect(again.body == first.body && again.headers.contains(name: "Idempotent-Replayed"))
            let problem = try await Self.problem { try await Self.book(pool, Self.request("k1", keys: keys(2))) }
            #expect(problem.type == .idempotencyKeyReused)
            #expect(try await Self.effects(pool) == 1)
        }
    }

    /// Who has the table and knows the client's key cannot try bodies without the master key.
    @Test func theFingerprintIsUnderTheMasterKey() throws {
        func fingerprint(_ keys: MasterKeys?) throws -> [UInt8] { try #require(try IdempotencyKey(Self.request("k1", keys: keys))).fingerprint }
        let (one, other) = (MasterKeys(current: [UInt8](repeating: 1, count: 32)), MasterKeys(current: [UInt8](repeating: 2, count: 32)))
        let all = [try fingerprint(one), try fingerprint(other), try fingerprint(nil)]
        #expect(Set(all).count == 3)
        for part in 0..<3 { #expect(Set(all.map { $0[(part * 16)..<(part * 16 + 16)] }).count == 3) }
        #expect(try fingerprint(one) == all[0])
    }

    /// A day after an upgrade none is left; until then a retry of a request that the release before answered is a retry.
    @Test func aRowOfTheReleaseBeforeIsUnderstood() async throws {
        let keys = MasterKeys(current: [UInt8](repeating: 1, count: 32))
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1", keys: keys)
            let (key, secret) = (try #require(try IdempotencyKey(request)), SymmetricKey(data: Data("k1".utf8)))
            let fingerprint = Array(HMAC<SHA256>.authenticationCode(for: Data("POST /appointments\n{}".utf8), using: secret))
            let stored = StoredResponse(Response(.created, body: Array("as it was".utf8))).json
            let seal = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("careline idempotent response".utf8), outputByteCount: 32)
            let sealed = try Array(#require(try AES.GCM.seal(stored, using: seal).combined))
            _ = try await pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO idempotency_keys (caller, route, key_hash, fingerprint, response)
                    VALUES (\(Idempotency.caller(request)), 'POST /appointments', \(key.hash), \(fingerprint), \(sealed))
                    """)
            }
            #expect(try await Self.book(pool, request).body == Array("as it was".utf8))
            let problem = try await Self.problem { try await Self.book(pool, Self.request("k1", body: "[]", keys: keys)) }
            #expect(problem.type == .idempotencyKeyReused)
            #expect(try await Self.effects(pool) == 0)
        }
    }

    @Test func keysOfDifferentCallersNeverMeetAndNoKeyMeansNoMemory() async throws {
        try await Kit.withDatabase { pool, _ in
            for caller in [Self.alice, Self.bob, nil] { _ = try await Self.book(pool, Self.request("k1", caller: caller)) }
            for _ in 0..<2 { _ = try await Self.book(pool, Self.request(nil)) }
            #expect(try await Self.effects(pool) == 5)
            #expect(try await pool.count("SELECT count(*) FROM idempotency_keys") == 3)
        }
    }

    @Test(arguments: ["", String(repeating: "k", count: 256), "schlüssel", "tab\tinside"])
    func aKeyThatIsNoneIsNamed(key: String) async throws {
        try await Kit.withDatabase { pool, _ in
            let problem = try await Self.problem { try await Self.book(pool, Self.request(key)) }
            #expect(problem.status == .badRequest && problem.fields.map(\.field) == ["Idempotency-Key"])
            #expect(problem.fields.first?.message.description.contains("255") == true)
        }
    }

    @Test func whatFailedIsDoneByTheRetry() async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1")
            await #expect(throws: Problem.self) {
                _ = try await pool.idempotent(request) { _ in throw Problem(.slotTaken) }
            }
            let response = try await Self.book(pool, request)
            #expect(response.status == .created && !response.headers.contains(name: "Idempotent-Replayed"))
        }
    }

    @Test func aKeyIsForgottenAfterItsLifetime() async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1")
            let start = Date()
            func call(_ now: Date, _ number: UInt8) async throws -> [UInt8] {
                let response = try await pool.idempotent(request, lifetime: .seconds(60), now: now) { _ in Response(.ok, body: [number]) }
                return response.body
            }
            #expect(try await call(start, 1) == [1])
            #expect(try await call(start.addingTimeInterval(59), 2) == [1])
            #expect(try await call(start.addingTimeInterval(61), 3) == [3])
            #expect(try await call(start.addingTimeInterval(62), 4) == [3])
            let more = try await pool.transaction { try await $0.sweepIdempotencyKeys(before: start.addingTimeInterval(62)) }
            #expect(!more)
            #expect(try await pool.count("SELECT count(*) FROM idempotency_keys") == 0)
        }
    }

    // MARK: Long answers

    private static func answer(_ pool: PostgresPool, _ request: Request, _ length: Int, _ answers: KeptAnswers = KeptAnswers()) async throws -> Response {
        try await pool.idempotent(request, lifetime: .seconds(60), now: Date(), answers: answers) { transaction in
            try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(UUID()), 1)")
            let headers: HTTP.HTTPHeaders = ["Location": "/things/1", "ETag": "\"1\"", "Content-Type": "a/b"]
            return Response(.created, headers: headers, body: [UInt8](repeating: 7, count: length))
        }
    }

    private static func expectNotKept(_ body: () async throws -> Response) async throws {
        let problem = try await problem(body)
        #expect(problem.type == .answerNotKept && problem.status == .conflict)
        #expect(problem.headers.first(name: "Location") == "/things/1" && problem.headers.first(name: "ETag") == "\"1\"")
        #expect(problem.headers.first(name: "Idempotent-Replayed") == "true" && !problem.headers.contains(name: "Content-Type"))
    }

    /// A few bytes may ask for megabytes each time, and no quota is charged: of a long answer it is kept that it was given.
    @Test(arguments: [(0, true), (StoredResponse.longest, true), (StoredResponse.longest + 1, false)])
    func aLongAnswerIsNotKept(_ length: Int, _ isKept: Bool) async throws {
        try await Kit.withDatabase { pool, _ in
            let request = Self.request("k1")
            #expect(try await Self.answer(pool, request, length).body.count == length)
            if isKept {
                let again = try await Self.answer(pool, request, length)
                #expect(again.status == .created && again.body.count == length)
            } else {
                try await Self.expectNotKept { try await Self.answer(pool, request, length) }
                #expect(try await pool.count("SELECT length(response) FROM idempotency_keys") < 1_000)
            }
            #expect(try await Self.effects(pool) == 1)
        }
    }

    @Test func aPersonHasRoomForSoMuchADay() async throws {
        try await Kit.withDatabase { pool, _ in
            let answers = KeptAnswers(most: 64 << 10)
            func send(_ key: String, _ length: Int, _ caller: Identity? = Self.alice) async throws -> Response {
                try await Self.answer(pool, Self.request(key, caller: caller), length, answers)
            }
            for key in ["k1", "k2", "k3"] { #expect(try await send(key, 40 << 10).body.count == 40 << 10) }
            #expect(try await send("k1", 40 << 10).headers.contains(name: "Idempotent-Replayed"))
            for key in ["k2", "k3"] { try await Self.expectNotKept { try await send(key, 40 << 10) } }
            // Shorter ones have what room is left, and others have their own.
            for _ in 0..<2 { #expect(try await send("k4", 24 << 10).status == .created) }
            for _ in 0..<2 { #expect(try await send("k1", 40 << 10, Self.bob).status == .created) }
            // The shortest, again and again, fill it too.
            #expect(try await send("k5", 0).status == .created)
            try await Self.expectNotKept { try await send("k5", 0) }
            #expect(try await Self.effects(pool) == 6)
        }
    }

    @Test(arguments: [(0, true, false), (1, true, false), (1, false, true), (StoredResponse.longest + 1, false, false)])
    func whatIsKeptWhenThereIsNoRoom(_ bytes: Int, _ isPerson: Bool, _ isKept: Bool) {
        let answers = KeptAnswers(most: 4 << 10)
        for _ in 0..<3 { #expect(answers.keep(0, of: "a", isPerson: true)) }
        #expect(!answers.keep(1_025, of: "a", isPerson: true) && answers.keep(1_024, of: "a", isPerson: true))
        #expect(answers.keep(bytes, of: "a", isPerson: isPerson) == isKept)
    }

    /// Each key is a row, also where nothing of the answer is kept.
    @Test func aPersonHasSoManyKeysADay() async throws {
        try await Kit.withDatabase { pool, _ in
            let answers = KeptAnswers(keys: 2)
            func send(_ key: String, _ caller: Identity? = Self.alice) async throws -> Response {
                try await Self.answer(pool, Self.request(key, caller: caller), 10, answers)
            }
            for key in ["k1", "k2"] { _ = try await send(key) }
            let refused = try await Self.problem { try await send("k3") }
            #expect(refused.type == .tooManyRequests && refused.headers.contains(name: "Retry-After"))
            // What is done is told again, and others have their own.
            #expect(try await send("k1").headers.contains(name: "Idempotent-Replayed"))
            #expect(try await send("k3", Self.bob).status == .created)
            #expect(try await Self.effects(pool) == 3)
            #expect(try await pool.count("SELECT count(*) FROM idempotency_keys") == 3)
        }
    }

    @Test func theTableTellsNothing() async throws {
        try await Kit.withDatabase { pool, _ in
            let secret = "correct horse battery staple"
            let request = Self.request("9b1c6f4e", body: secret)
            _ = try await pool.idempotent(request) { _ in Response(.ok, body: Array(secret.utf8)) }
            let row = try await pool.withConnection { connection in
                let row = try await connection.first(
                    "SELECT encode(response, 'escape') || encode(fingerprint, 'hex') || encode(key_hash, 'escape') FROM idempotency_keys")
                let text: String? = try row?[0]
                return text
            }
            let text = try #require(row)
            #expect(!text.contains("correct") && !text.contains("9b1c6f4e"))
        }
    }
}
