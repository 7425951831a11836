import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// How a call is made, and what its answers mean.
@Suite(.timeLimit(.minutes(3))) struct APITests {
    static func api(_ device: TestDevice) throws -> API {
        try device.keepSession()
        return API(server: TestDevice.address, transport: device.server, clock: device.clock, language: "fr", session: try device.session())
    }

    @Test(arguments: [("aZ09-._~", "aZ09-._~"), ("a b/?&=+%", "a%20b%2F%3F%26%3D%2B%25"), ("é\u{1F600}", "%C3%A9%F0%9F%98%80"), ("", "")])
    func whatStandsInAnAddressIsEncoded(text: String, encoded: String) { #expect(text.formEncoded == encoded) }

    /// The session asks again by itself, for seven seconds: whoever needs a token does not begin that three times.
    @Test(arguments: [true, false]) func aTokenThatCannotBeHadIsNotAskedForOnceMore(isOver: Bool) async throws {
        let device = TestDevice()
        device.server.answer { call in
            if call.url.path == "/oauth/token" { throw TransportFault.unreachable }
            return .problem("unauthorized", 401)
        }
        let api = try Self.api(device)
        if isOver { device.pass(595) }
        let began = device.now
        await #expect(throws: CareError.offline) { try await api.send(.get("/conversations")) }
        #expect(device.now.timeIntervalSince(began) < 8 && device.server.calls("/oauth/token").count <= 6)
        #expect(device.server.calls("/conversations").count == (isOver ? 0 : 1))
    }

    @Test func aTokenThatIsRefusedIsReplacedOnce() async throws {
        let device = TestDevice()
        device.server.answer { call in
            if call.url.path == "/oauth/token" { return SessionTests.tokens(2) }
            return call.headers["Authorization"] == "Bearer access-2" ? .json("{}") : .problem("unauthorized", 401)
        }
        try await Self.api(device).send(.get("/things"))
        #expect(device.server.calls.map(\.url.path) == ["/things", "/oauth/token", "/things"])
        #expect(device.server.calls.first?.headers["Accept-Language"] == "fr")

        // One that is refused too is an answer.
        device.server.answer { call in call.url.path == "/oauth/token" ? SessionTests.tokens(3) : .problem("unauthorized", 401) }
        await #expect(throws: CareError.self) { try await Self.api(device).send(.get("/things")) }
        #expect(device.server.calls("/things").count == 4)
    }

    @Test(arguments: [
        (503, "", CareError.server(status: 503, retryAfter: .seconds(3))), (302, "", .server(status: 302, retryAfter: .seconds(3))),
        (403, "<html>Welcome to our hotel</html>", .server(status: 403, retryAfter: .seconds(3)))
    ])
    func whatIsNoAnswerOfCareline(status: Int, body: String, error: CareError) throws {
        let reply = HTTPReply(status: status, headers: ["Retry-After": "3"], body: Data(body.utf8))
        #expect(throws: error) { try API.checked(reply) }
    }

    /// What stands in the way may say anything: nobody waits for longer than a day.
    @Test(
        arguments: [
            ("7", 7), ("-1", 0), ("86401", 86_400), ("9223372036854775807", 86_400), ("Fri, 06 Mar 2026 08:15:00 GMT", nil), ("99999999999999999999", nil)
        ] as [(String, Int?)])
    func aServerIsLeftAloneForADayAtMost(said: String, seconds: Int?) {
        #expect(HTTPReply(status: 503, headers: ["Retry-After": said]).retryAfter == seconds.map { Duration.seconds($0) })
    }

    /// Whoever answers is not the server: it is said at once, nothing is asked again by itself, and what waits to be sent waits on.
    @Test func whoCannotShowThatTheyAreTheServerIsNoNetwork() async throws {
        let device = TestDevice()
        device.server.answer { _ in throw TransportFault.untrusted }
        let care = try await BookingTests.client(device)
        #expect(!CareError.untrusted.isWorthRetrying)
        await #expect(throws: CareError.untrusted) { try await care.health.settings().current() }
        #expect(device.server.calls.count == 1)
        try await care.messaging.send(.text("Hello"), to: MessageWatchTests.conversation)
        while device.server.calls.count < 2 { try await Task.sleep(for: .milliseconds(2)) }
        let lane = Messaging.lane(MessageWatchTests.conversation)
        device.server.answer { _ in .json(MessageWatchTests.item(1, "Hello"), status: 201) }
        await care.refresh(.network)
        while try await !care.messaging.core.outbox.pending(lane).isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        // Nor has it ended the session that somebody has logged out of.
        device.server.answer { _ in throw TransportFault.untrusted }
        await care.session.logOut()
        #expect(try device.keychain.read("revocations") != nil)
        await care.close()
    }

    /// What is no number cannot be written, and what the keychain throws is the disk's.
    @Test func allThatIsThrownIsOfOneKind() async throws {
        struct Mood: Encodable {
            var resourceType = "Basic"
            var value = Double.nan
        }
        struct Odd: Error {}
        let device = TestDevice()
        try device.keepSession()
        var configuration = device.configuration()
        let (keychain, isOdd) = (device.keychain, Locked(false))
        configuration.keychain = Keychain {
            if isOdd.withLock({ $0 }) { throw Odd() }
            return try keychain.read($0)
        } write: {
            if isOdd.withLock({ $0 }) { throw Odd() }
            try keychain.write($0, $1)
        }
        let care = try await CareClient(configuration)
        let unwritten = CareError.unreadable("what was given")
        await #expect(throws: unwritten) { try await care.appData.create(Mood()) }
        #expect(throws: unwritten) { try FhirResource(Mood()) }
        let (key, printed) = (SealingKey(), PrintedKey.text(SealingKey()))
        let deviceKey = try Wire.decode(
            SealedData.DeviceKey.self,
            from: Data(
                #"{"id":"a","thumbprint":"\#(key.publicKey.thumbprint)","publicKey":"\#(Base64URL.encode(key.publicKey.bytes))","createdAt":"2026-03-06T12:00:00Z"}"#.utf8
            ))
        isOdd.withLock { $0 = true }
        let isStorage: (any Error) -> Bool = { if case .storage = $0 as? CareError { true } else { false } }
        #expect { try care.appData.sealed.trust(deviceKey) } throws: { isStorage($0) }
        #expect { try care.appData.sealed.restore(printed: printed) } throws: { isStorage($0) }
        isOdd.withLock { $0 = false }
        #expect(try care.appData.sealed.restore(printed: printed))
        await care.close()
    }

    /// What stands in the way may call its page a success.
    @Test(
        arguments: [
            ("text/html; charset=utf-8", API.json, false), ("application/json", API.json, true), ("Application/JSON; charset=utf-8", API.json, true),
            ("application/fhir+json", "application/fhir+json", true), ("text/html", "application/fhir+json", false), ("text/html", "*/*", true), (nil, API.json, true)
        ] as [(String?, String, Bool)])
    func aPageIsNoAnswer(type: String?, wanted: String, isOurs: Bool) throws {
        for body in [Data(), Data("x".utf8)] {
            let reply = HTTPReply(status: 200, headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
            if isOurs || body.isEmpty {
                #expect(try API.checked(reply, accepting: wanted) == reply)
            } else {
                #expect(throws: CareError.server(status: 200, retryAfter: nil)) { try API.checked(reply, accepting: wanted) }
            }
        }
    }

    /// It would be each time.
    @Test(arguments: [413, 414, 431]) func whatAProxyTakesForTooLargeIsRefused(status: Int) throws {
        do {
            _ = try API.checked(HTTPReply(status: status, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8)))
            Issue.record("it was taken")
        } catch CareError.refused(let problem) {
            #expect(problem.name == "too-large" && problem.status == status && !problem.title.isEmpty)
        }
    }

    @Test func aProblemSaysWhatIsWrong() throws {
        let reply = HTTPReply.problem("validation", 400, #","fields":[{"field":"title","message":"is required"}],"requestId":"abc","limit":9,"other":"text""#)
        let problem = try #require(Problem(reply))
        #expect(problem.name == "validation" && problem.status == 400 && problem.requestID == "abc" && problem.numbers == ["limit": 9])
        #expect(problem.fields == [Problem.Field(field: "title", message: "is required")])
    }

    @Test(arguments: [
        (CareError.offline, true), (.server(status: 500, retryAfter: nil), true), (.refused(Problem(name: "too-many-requests", status: 429, title: "")), true),
        (.refused(Problem(name: "request-in-progress", status: 409, title: "")), true), (.refused(Problem(name: "slot-taken", status: 409, title: "")), false),
        (.loggedOut, false), (.expired, false), (.storage(.full), false), (.storage(.busy), true), (.unreadable(""), false)
    ])
    func whatIsWorthRetrying(error: CareError, isWorth: Bool) { #expect(error.isWorthRetrying == isWorth) }

    @Test func addressesAreEncoded() throws {
        let base = try #require(URL(string: "https://care.test/base/"))
        #expect(base.appendingCall(.get("/things", ["q": "a b&c=d/é", "none": nil])).absoluteString == "https://care.test/base/things?q=a%20b%26c%3Dd%2F%C3%A9")
    }

    @Test(arguments: [(1, 0.0, 250), (1, 1.0, 500), (2, 1.0, 1000), (4, 0.5, 3000), (30, 1.0, 60_000)])
    func pausesGrowAndAreRandom(failures: Int, random: Double, milliseconds: Int) {
        #expect(RetryRule().pause(after: failures, random: random) == .milliseconds(milliseconds))
        #expect(RetryRule().pause(after: failures, atLeast: .seconds(90), random: random) == .seconds(90))
    }
}
