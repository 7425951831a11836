import Testing

@testable import HTTP

struct ProblemTests {
    static func body(_ problem: Problem, _ id: String? = "r-1") -> String { String(decoding: problem.response(requestID: id).body, as: UTF8.self) }

    @Test func rendersAsProblemJSON() {
        let invalid = Problem.invalid([.init("startTime", "is required"), .init("rules[0].from", "must be before \"to\"")])
        #expect(
            Self.body(invalid)
                == #"{"fields":[{"field":"startTime","message":"is required"},{"field":"rules[0].from","message":"must be before \"to\""}],"requestId":"r-1","status":400,"title":"The request is not valid","type":"https://careline.example/problems/validation"}"#
        )
        #expect(
            Self.body(.conflict("slot-taken", title: "Taken", detail: "Another booking is there.", extensions: ["conflict": "provider"]), nil)
                == #"{"conflict":"provider","detail":"Another booking is there.","status":409,"title":"Taken","type":"https://careline.example/problems/slot-taken"}"#
        )
    }

    @Test func carriesItsHeaders() {
        let response = Problem.tooManyRequests(retryAfter: 7).response()
        #expect(response.status == .tooManyRequests)
        #expect(response.headers["Retry-After"] == ["7"])
        #expect(response.headers["Content-Type"] == ["application/problem+json"])
        #expect(response.headers["Cache-Control"] == ["no-store"])
        #expect(Problem.unauthorized("x").response().headers["WWW-Authenticate"] == [#"Bearer realm="careline""#])
    }

    @Test func cannotHaveItsOwnMembersOverwritten() {
        #expect(Self.body(.conflict("a", title: "t", extensions: ["status": "200"]), nil).contains(#""status":409"#))
    }
}
