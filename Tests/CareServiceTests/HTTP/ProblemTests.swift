import CareModels
import Testing

@testable import HTTP

struct ProblemTests {
    static func response(_ problem: Problem, _ language: Language = .english) -> Response {
        problem.response(issuer: "https://care.example", requestID: "r-1", language: language)
    }
    static func body(_ problem: Problem, _ language: Language = .english) -> String { String(decoding: response(problem, language).body, as: UTF8.self) }

    @Test func rendersAsProblemJSON() {
        let invalid = Problem.invalid(Fault("startTime", "is required"), Fault("rules[0].from", "must be before \"to\""))
        #expect(
            Self.body(invalid)
                == #"{"fields":[{"field":"startTime","message":"is required"},{"field":"rules[0].from","message":"must be before \"to\""}],"requestId":"r-1","status":400,"title":"The request is not valid","type":"https://care.example/problems/validation"}"#
        )
        #expect(
            Self.body(Problem(.slotTaken, detail: "Another booking is there.", members: ["conflict": "provider"]))
                == #"{"conflict":"provider","detail":"Another booking is there.","requestId":"r-1","status":409,"title":"That time is taken","type":"https://care.example/problems/slot-taken"}"#
        )
    }

    @Test(arguments: [("User", "user"), ("EmergencyRoom", "emergency room"), ("AppDataKeyKind", "app data key kind"), ("ER", "er"), ("", "")])
    func aTypesNameIsSaidInWords(name: String, words: String) { #expect(Problem.words(name) == words) }

    @Test func isSaidInFrench() {
        let problem = Problem(.validation, detail: "Try again in \(7) s.", fields: [Fault("startTime", "is required")], members: ["limit": 7])
        #expect(
            Self.body(problem, .french)
                == #"{"detail":"Réessayez dans 7 s.","fields":[{"field":"startTime","message":"est obligatoire"}],"limit":7,"requestId":"r-1","status":400,"title":"La requête n’est pas valable","type":"https://care.example/problems/validation"}"#
        )
    }

    /// Of very many faults twenty are named, and the others counted.
    @Test func countsTheFaultsThatItDoesNotName() throws {
        let faults = try #require(Faults((0..<1_000).map { Fault("items[\($0)]", "is required") }))
        let problem = Problem.invalid(faults)
        #expect(problem.fields.map(\.field) == (0..<20).map { "items[\($0)]" })
        #expect(Self.body(problem).hasPrefix(#"{"detail":"980 more faults are named once these are mended.","fields":["#))
        #expect(Self.body(problem, .french).hasPrefix(#"{"detail":"980 autres fautes seront nommées une fois celles-ci corrigées.","fields":["#))
    }

    @Test func saysItsLanguage() {
        for language in Language.allCases {
            let headers = Self.response(.encodedBody, language).headers
            #expect(headers["Content-Language"] == [language.tag] && headers["Vary"] == ["Accept-Language"])
        }
    }

    @Test func numbersAreNumbers() {
        #expect(Self.body(.tooLarge(limit: 128)).contains(#""limit":128,"#))
        #expect(Self.body(.preconditionFailed("Read it again.", current: 3)).contains(#""currentVersion":3,"#))
    }

    /// RFC 6750, 3.1; RFC 9449, 7.1; RFC 9470, 3.
    @Test(
        arguments: [
            (nil, #"Bearer realm="careline""#, #"Bearer realm="careline", error="insufficient_scope", scope="a""#),
            ("Basic abc", #"Bearer realm="careline""#, #"Bearer realm="careline", error="insufficient_scope", scope="a""#),
            ("bearer abc", #"Bearer realm="careline", error="invalid_token""#, #"Bearer realm="careline", error="insufficient_scope", scope="a""#),
            ("DPoP abc", #"DPoP realm="careline", error="invalid_token""#, #"DPoP realm="careline", error="insufficient_scope", scope="a""#)
        ] as [(String?, String, String)])
    func whoSentATokenIsAnsweredInItsScheme(_ authorization: String?, _ refused: String, _ narrow: String) {
        var headers: HTTPHeaders = [:]
        if let authorization { headers.add(name: "Authorization", value: authorization) }
        #expect(Problem.unauthorized("x").answering(headers).headers["WWW-Authenticate"] == [refused])
        #expect(Problem.insufficientScope(["a"]).answering(headers).headers["WWW-Authenticate"] == [narrow])
        // What is no challenge stays.
        #expect(Problem.tooManyRequests(retryAfter: 7).answering(headers).headers["Retry-After"] == ["7"])
        #expect(Problem.notFound("x").answering(headers).headers["WWW-Authenticate"].isEmpty)
    }

    @Test func carriesItsHeaders() {
        let response = Self.response(.tooManyRequests(retryAfter: 7))
        #expect(response.status == .tooManyRequests)
        #expect(response.headers["Retry-After"] == ["7"])
        #expect(response.headers["Content-Type"] == ["application/problem+json"])
        #expect(response.headers["Cache-Control"] == ["no-store"])
        #expect(Self.response(.unauthorized("x")).headers["WWW-Authenticate"] == [#"Bearer realm="careline""#])
    }

    @Test func cannotHaveItsOwnMembersOverwritten() {
        #expect(Self.body(Problem(.slotTaken, members: ["status": 200])).contains(#""status":409"#))
    }
}
