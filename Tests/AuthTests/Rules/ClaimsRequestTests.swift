import Foundation
import Testing

@testable import AuthService

@Suite struct ClaimsRequestTests {
    private static var client: Client {
        var client = AuthorizationTests.client
        client.scopes = ["openid", "profile"]
        return client
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var userInfo: Set<String> = []
        var idToken: Set<String> = []
        var subjects: Set<String> = []

        init(_ text: String, userInfo: Set<String> = [], idToken: Set<String> = [], subjects: Set<String> = []) {
            testDescription = text
            self.userInfo = userInfo
            self.idToken = idToken
            self.subjects = subjects
        }
    }

    static let cases = [
        Case("{}"),
        Case(#"{"userinfo": {"name": null}}"#, userInfo: ["name"]),
        Case(#"{"userinfo": {"name": {"essential": true}}, "id_token": {"zoneinfo": {}, "auth_time": {"essential": true}}}"#, userInfo: ["name"], idToken: ["zoneinfo"]),
        Case(#"{"userinfo": {"birthdate": {"essential": true}}, "id_token": {"website": null}}"#, userInfo: ["birthdate"], idToken: ["website"]),
        Case(#"{"userinfo": {"phone_number": {"essential": true}, "name#de": null}}"#),
        // Its scope is none that the client may have.
        Case(#"{"userinfo": {"email": {"essential": true}, "email_verified": {"value": true}}}"#),
        Case(#"{"id_token": {"sub": {"value": "ada"}}, "userinfo": {"sub": {"value": "eve"}}}"#, subjects: ["ada", "eve"]),
        Case(#"{"id_token": {"acr": {"values": ["2"]}}, "verified_claims": []}"#),
        Case(#"{"id_token": {"acr": {"essential": true}}}"#),
        Case(#"{"id_token": {"acr": {"essential": true, "values": ["2", "1"]}}}"#),
        Case(#"{"userinfo": null}"#)
    ]

    @Test(arguments: cases) func reads(_ row: Case) throws {
        let request = try ClaimsRequest(row.testDescription, of: Self.client)
        #expect(request.userInfo == row.userInfo)
        #expect(request.idToken == row.idToken)
        #expect(request.subjects == row.subjects)
        #expect(request.scopes == (row.userInfo.isEmpty && row.idToken.isEmpty ? [] : ["profile"]))
    }

    @Test(
        arguments: [
            ("", .invalidRequest), ("name", .invalidRequest), ("[]", .invalidRequest), (#"{"userinfo": ["name"]}"#, .invalidRequest),
            // Names that end a process which reads them with Foundation.
            (#"{"\ud800": 1}"#, .invalidRequest), (#"{"userinfo": {"\ud800": null}}"#, .invalidRequest),
            (#"{"userinfo": {"name": 1}}"#, .invalidRequest), (#"{"id_token": {"acr": {"essential": true, "value": "3"}}}"#, .unmetAuthenticationRequirements),
            (#"{"id_token": {"acr": {"essential": true, "values": ["0", "3"]}}}"#, .unmetAuthenticationRequirements)
        ] as [(String, OAuthError.Code)])
    func refuses(_ text: String, _ code: OAuthError.Code) {
        do {
            _ = try ClaimsRequest(text, of: Self.client)
            Issue.record("not refused")
        } catch {
            #expect(error.code == code)
        }
    }

    @Test func whatIsAskedForIsAgreedTo() throws {
        let claims = #"{"userinfo": {"name": null}}"#
        let request = try #require(AuthorizationTests.request([("scope", "openid"), ("claims", claims)]))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        var person = AuthorizationStep.SignedIn(userID: .init(UUID()), role: .patient, authTime: now, granted: ["openid"])
        #expect(AuthorizationStep.next(request, client: Self.client, signedIn: person, now: now) == .consent(["openid", "profile"]))
        person.granted = ["openid", "profile"]
        #expect(AuthorizationStep.next(request, client: Self.client, signedIn: person, now: now) == .issue(["openid"]))
    }

    @Test func anotherPersonThanTheOneAskedForIsRefused() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let person = AuthorizationStep.SignedIn(userID: .init(UUID()), role: .patient, authTime: now, granted: ["openid"])
        for (subject, isRefused) in [(person.userID.description, false), ("somebody", true)] {
            let claims = #"{"id_token": {"sub": {"value": "\#(subject)"}}}"#
            let request = try #require(AuthorizationTests.request([("scope", "openid"), ("claims", claims)]))
            let step = AuthorizationStep.next(request, client: Self.client, signedIn: person, now: now)
            if case .refuse(let error) = step { #expect(isRefused && error.code == .loginRequired) } else { #expect(!isRefused) }
        }
    }
}
