import CareModels
import Foundation
import Testing

@testable import CareService
@testable import HTTP

/// What a caller gets from routes of every access, through the server.
@Suite(.timeLimit(.minutes(3)))
struct AccessTests {
    static func token(_ issuer: Issuer, role: Role = .patient, scope: String = "openid", lasts: TimeInterval = 300) throws -> String {
        let now = Date()
        let key = issuer.rotate()
        let claims = AccessTokenClaims(
            iss: Issuer.name, aud: Issuer.audience, sub: UserID(UUID.v7()).description, clientID: "app", role: role, sid: nil, scope: scope, jti: "j",
            iat: now - 600, exp: now + lasts)
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: Issuer.kid(key), key: key)
    }

    static let routes: [Route] = [
        .get("/anyone", .anyone, operation: "anyone") { Response(.ok, body: Array(($0.caller?.role.rawValue ?? "nobody").utf8)) },
        .get("/signed-in", .signedIn, operation: "signedIn") { try .json($0.identity.role, version: 3) },
        .get("/admins", .roles(.admin, .scheduler), operation: "admins") { _ in .noContent },
        .get("/scoped", .signedIn.scope("care"), operation: "scoped") { _ in .noContent },
        .get("/clinical", .roles(.patient).scope("care").orClinical(.read), operation: "clinical") { _ in .noContent },
        .get("/proof", .roles(.admin).orOtherProof(), operation: "proof") { Response(.ok, body: Array(($0.caller?.role.rawValue ?? "nobody").utf8)) },
        .get("/page", .anyone, operation: "page") { _ in .html("<p>hello") }
    ]

    /// Whatever else a route asks for, and in whatever order it says so.
    @Test func whatIsDoneInPersonIsRefusedToWhoActs() throws {
        func identity(_ actor: UserID?) -> Identity {
            Identity(
                userID: UserID(UUID.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: ["care"], expiresAt: .distantFuture, actorID: actor)
        }
        let table: [(access: Access, isOpen: Bool)] = [
            (.signedIn, true), (.signedIn.scope("care"), true), (.roles(.patient), true), (.signedIn.inPerson(), false), (.signedIn.inPerson().scope("care"), false),
            (.signedIn.scope("care").inPerson(), false), (.roles(.patient).orOtherProof().inPerson().scope("care"), false)
        ]
        for (index, row) in table.enumerated() {
            #expect(throws: Never.self, "row \(index)") { try row.access.check(identity(nil)) }
            if row.isOpen {
                #expect(throws: Never.self, "row \(index)") { try row.access.check(identity(UserID(UUID.v7()))) }
            } else {
                #expect(throws: Problem.self, "row \(index)") { try row.access.check(identity(UserID(UUID.v7()))) }
            }
        }
        #expect(Access.signedIn.orOtherProof().scope("care").hasOtherProof)
    }

    @Test func checksTheCaller() async throws {
        let issuer = Issuer()
        let patient = try Self.token(issuer)
        let admin = try Self.token(issuer, role: .admin, scope: "openid care")
        let expired = try Self.token(issuer, lasts: -120)
        try await withServer(Self.routes, verifier: issuer.verifier()) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            func get(_ path: String, _ authorization: String?, _ more: HTTPHeaders = [:]) async throws -> HTTPClient.Response {
                var headers = more
                if let authorization { headers.add(name: "Authorization", value: authorization) }
                return try await client.get("http://127.0.0.1:\(server.port)\(path)", headers: headers)
            }
            #expect(try await get("/anyone", nil).body == Array("nobody".utf8))
            #expect(try await get("/anyone", "Bearer \(patient)").body == Array("patient".utf8))
            #expect(try await get("/anyone", "Bearer \(expired)").body == Array("nobody".utf8))
            #expect(try await get("/anyone", "Basic abc").body == Array("nobody".utf8))

            let missing = try await get("/signed-in", nil)
            #expect(missing.status == .unauthorized)
            #expect(missing.headers["WWW-Authenticate"] == [#"Bearer realm="careline""#])
            let late = try await get("/signed-in", "Bearer \(expired)")
            #expect(late.status == .unauthorized)
            #expect(late.headers.first(name: "WWW-Authenticate")?.contains(#"error="invalid_token""#) == true)

            let mine = try await get("/signed-in", "bearer \(patient)")
            #expect(mine.body == Array(#""patient""#.utf8))
            // Its tag is strong: the gateway is not to pack it.
            #expect(mine.headers["Cache-Control"] == ["no-store", "no-transform"])
            #expect(mine.headers["ETag"] == [#""3""#])
            #expect(try await get("/signed-in", "Bearer \(patient)", ["If-None-Match": #"W/"3""#]).status == .notModified)
            #expect(try await get("/signed-in", "Bearer \(patient)", ["If-None-Match": #""4""#]).status == .ok)

            #expect(try await get("/admins", "Bearer \(patient)").status == .forbidden)
            // Its handler looks at who sends no token; one that is sent has to be good.
            #expect(try await get("/proof", nil).body == Array("nobody".utf8))
            #expect(try await get("/proof", "Basic abc").status == .unauthorized)
            #expect(try await get("/proof", "Bearer \(expired)").status == .unauthorized)
            #expect(try await get("/proof", "Bearer \(patient)").status == .forbidden)
            #expect(try await get("/proof", "Bearer \(admin)").body == Array("admin".utf8))
            #expect(try await get("/admins", "Bearer \(admin)").status == .noContent)
            let narrow = try await get("/scoped", "Bearer \(patient)")
            #expect(narrow.status == .forbidden)
            #expect(narrow.headers["WWW-Authenticate"] == [#"Bearer realm="careline", error="insufficient_scope", scope="care""#])
            #expect(try await get("/scoped", "Bearer \(admin)").status == .noContent)

            let page = try await get("/page", nil)
            #expect(page.headers.first(name: "Content-Security-Policy")?.hasPrefix("default-src 'none'; style-src 'self'") == true)
            #expect(page.headers["Cache-Control"] == ["no-store"])
        }
    }

    @Test func saysSoWhileTheIssuerWasNeverReached() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer)
        issuer.goAway()
        try await withServer(Self.routes, verifier: issuer.verifier()) { (server: HTTPServer) async throws -> Void in
            let response = try await HTTPClient().get("http://127.0.0.1:\(server.port)/signed-in", headers: ["Authorization": "Bearer \(token)"])
            #expect(response.status == .serviceUnavailable)
            #expect(response.headers["Retry-After"] == ["2"])
        }
    }

    @Test(
        arguments: [
            ("care", true), ("openid", false), ("patient/Observation.rs", true), ("user/*.cruds", true), ("patient/Observation.cud", false),
            ("launch/patient", false), ("patient/Observation", false), ("patient/Nothing.r", false)
        ])
    func aClinicalScopeWillDo(_ scope: String, _ isLetIn: Bool) async throws {
        let issuer = Issuer()
        let (patient, admin) = (try Self.token(issuer, scope: scope), try Self.token(issuer, role: .admin, scope: scope))
        try await withServer(Self.routes, verifier: issuer.verifier()) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            for (token, expected) in [(patient, isLetIn ? HTTPResponseStatus.noContent : .forbidden), (admin, .forbidden)] {
                let answer = try await client.get("http://127.0.0.1:\(server.port)/clinical", headers: ["Authorization": "Bearer \(token)"])
                #expect(answer.status == expected)
            }
        }
    }
}
