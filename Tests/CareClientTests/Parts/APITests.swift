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
