import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import AuthService

/// Dynamic client registration (RFC 7591, RFC 7592), behind an invitation.
@Suite struct RegistrationRouteTests {
    private static let scopes: Set = ["openid", "profile", "offline_access", "appointments:read"]
    private static let metadata =
        #"{"client_name":"Third App","redirect_uris":["https://app.example/cb"],"grant_types":["authorization_code","refresh_token"],"software_id":"x"}"#

    /// What Unicode takes for one letter may be of any length.
    private static let longName = #"{"redirect_uris":["https://a.example/"],"client_name":""# + String(repeating: "👩\u{200D}", count: 51) + #""}"#

    private static func invite(_ world: World, clients: Int = 1) async throws -> String {
        try await InviteClientsCommand.invite(clients: clients, days: 7, scopes: scopes, pool: world.pool, now: world.clock.now)
    }

    private static func register(_ world: World, _ body: String, token: String?) async throws -> Answer {
        try await world.send(.POST, "/oauth/register", token: token, body: body)
    }

    @Test func aClientRegistersAndIsUsed() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let invitation = try await Self.invite(world)
            let made = try await Self.register(world, Self.metadata, token: invitation)
            #expect(made.status == 201 && made.header("Cache-Control") == "no-store")
            let (id, secret) = (try #require(made.member("client_id")), try #require(made.member("client_secret")))
            let token = try #require(made.member("registration_access_token"))
            let address = try #require(made.member("registration_client_uri"))
            #expect(address == World.issuer + "/oauth/register/" + id)
            #expect(made.member("token_endpoint_auth_method") == "client_secret_basic")
            #expect(made.member("scope") == "openid profile offline_access appointments:read")
            var app = TestApp()
            (app.clientID, app.scope) = (id, "openid")
            let code = try await app.code(TestBrowser(world), username: "ada")
            #expect(try await app.exchange(code, on: world, changes: ["client_secret": secret]).status == 200)

            let path = "/oauth/register/\(id)"
            let shown = try await world.get(path, token: token)
            #expect(shown.status == 200 && shown.member("client_secret") == nil && shown.member("registration_access_token") == token)
            #expect(shown.member("registration_client_uri") == address)
            let change = #"{"client_id":"\#(id)","client_name":"Our App","redirect_uris":["https://app.example/new"],"scope":"openid"}"#
            let changed = try await world.send(.PUT, path, token: token, body: change)
            #expect(changed.status == 200 && changed.member("client_name") == "Our App" && changed.member("scope") == "openid")
            #expect(changed.member("registration_access_token") == token && changed.member("registration_client_uri") == address)
            // What was given up is not to be had again.
            let more = change.replacing(#""openid""#, with: #""openid profile""#)
            #expect(try await world.send(.PUT, path, token: token, body: more).member("error") == "invalid_client_metadata")
            #expect(try await world.send(.DELETE, path, token: token).status == 204)
            #expect(try await world.get(path, token: token).status == 401)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
            #expect(try await world.audit(.clientsInvited) == 1)
            #expect(try await world.audit(.clientRegistered) == 1)
            #expect(try await world.count("SELECT count(*) FROM client_invitations WHERE token_hash = \(Array(invitation.utf8))") == 0)
        }
    }

    /// An app for health records registers itself as any does, for a part of what it was invited to.
    @Test func anAppForRecordsRegistersItself() async throws {
        let invited = try #require(ClientInvitation.scopes(["openid", "launch/patient", "patient/*.read"]))
        #expect(invited == ["openid", "launch/patient", "patient/*.rs"])
        try await World.run { world in
            let token = try await InviteClientsCommand.invite(clients: 1, days: 7, scopes: invited, pool: world.pool, now: world.clock.now)
            func metadata(_ scope: String, _ more: String = "") -> String { #"{\#(more)"redirect_uris":["https://app.example/cb"],"scope":"\#(scope)"}"# }
            for scope in ["patient/*.cruds", "user/Observation.rs", "patient/Observation.nonsense", "openid profile"] {
                let refused = try await Self.register(world, metadata(scope), token: token)
                #expect(refused.status == 400 && refused.member("error") == "invalid_client_metadata", "\(scope): \(refused.text)")
            }
            let made = try await Self.register(world, metadata("openid launch/patient patient/Observation.rs"), token: token)
            #expect(made.status == 201 && made.member("scope") == "openid launch/patient patient/Observation.rs", "\(made.text)")
            // It may ask for less, and not for more again.
            let (id, own) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            for (scope, status) in [("patient/Observation.r", 200), ("patient/Observation.rs", 400)] {
                let changed = try await world.send(.PUT, "/oauth/register/\(id)", token: own, body: metadata(scope, #""client_id":"\#(id)","#))
                #expect(changed.status == status, "\(scope): \(changed.text)")
            }
        }
    }

    @Test(arguments: ["organisations:write", "admin:users", "system/*.rs", "unheard", "patient/x"])
    func nobodyIsInvitedToWhatNoClientGivesItself(_ scope: String) {
        #expect(ClientInvitation.scopes(["openid", scope]) == nil)
        #expect(ClientInvitation.scopes([]) == Set(Scopes.identity))
    }

    /// The standard's usual one, unless it names another; who changes a registration and says nothing of it keeps what it has.
    @Test(arguments: [(nil, "RS256"), ("RS256", "RS256"), ("ES256", "ES256")] as [(String?, String)])
    func itsIDTokensAreSignedAsTheStandardHasIt(_ named: String?, _ algorithm: String) async throws {
        try await World.run { world in
            let more = named.map { #","id_token_signed_response_alg":"\#($0)""# } ?? ""
            let body = #"{"redirect_uris":["https://app.example/cb"],"scope":"openid""# + more + "}"
            let made = try await Self.register(world, body, token: try await Self.invite(world))
            #expect(made.status == 201 && made.member("id_token_signed_response_alg") == algorithm, "\(made.text)")
            let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            let change = #"{"client_id":"\#(id)","redirect_uris":["https://app.example/new"],"scope":"openid"}"#
            let changed = try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: change)
            #expect(changed.status == 200 && changed.member("id_token_signed_response_alg") == algorithm, "\(changed.text)")
        }
    }

    /// Of very many faults the first ones are named.
    @Test func ofVeryManyFaultsTheRestIsCounted() throws {
        let metadata = ClientMetadata(redirect_uris: (0..<30).map { "nowhere\($0)" })
        do {
            _ = try metadata.client(id: "an-app", secretHash: [1], within: ["openid"])
            Issue.record("it was taken")
        } catch let refused as OAuthError {
            #expect(refused.code == .invalidRedirectURI && refused.description.hasPrefix("redirect_uris must be https"))
            #expect(refused.description.hasSuffix("; 10 more faults are named once these are mended."))
        }
    }

    @Test func anInvitationIsForSoManyUntilItsEnd() async throws {
        try await World.run { world in
            let invitation = try await Self.invite(world, clients: 3)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<6 { group.addTask { try await Self.register(world, Self.metadata, token: invitation).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 3 && statuses.filter { $0 == 401 }.count == 3)
            let late = try await Self.invite(world)
            world.clock.advance(7 * 86_400)
            let refused = try await Self.register(world, Self.metadata, token: late)
            #expect(refused.status == 401 && refused.member("error") == "invalid_token")
            #expect(refused.header("WWW-Authenticate") == #"Bearer realm="careline", error="invalid_token""#)
            let purge = PurgeExpired(settings: world.dependencies.settings, now: { world.clock.now + 1 })
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM client_invitations") == 0)
        }
    }

    @Test(arguments: [
        (#"{"redirect_uris":["http://app.example/cb"]}"#, "invalid_redirect_uri"), (#"{"client_name":"No address"}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["https://a.example/"],"scope":"openid records:read"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"scope":"admin:users"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"response_types":["token"]}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"response_types":[]}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"grant_types":["password"]}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"grant_types":["client_credentials"]}"#, "invalid_client_metadata"),
        (
            #"{"redirect_uris":["https://a.example/"],"grant_types":["authorization_code","urn:ietf:params:oauth:grant-type:token-exchange"]}"#,
            "invalid_client_metadata"
        ),
        (#"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"tls_client_auth"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"private_key_jwt"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"jwks_uri":"https://a.example/jwks"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"client_name":" "}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"client_name":"Third\u0007App"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"client_name":"ppA \u202eenileraC"}"#, "invalid_client_metadata"),
        (longName, "invalid_client_metadata"),
        (#"{"redirect_uris":"https://a.example/"}"#, "invalid_client_metadata"), ("[]", "invalid_client_metadata"), ("{", "invalid_client_metadata")
    ]) func whatIsWrongIsSaidAndSpendsNothing(_ body: String, _ error: String) async throws {
        try await World.run { world in
            let invitation = try await Self.invite(world)
            let answer = try await Self.register(world, body, token: invitation)
            #expect(answer.status == 400 && answer.member("error") == error, "\(answer.text)")
            #expect(try await Self.register(world, Self.metadata, token: invitation).status == 201)
        }
    }

    /// RFC 7591, 2.1: nobody is sent to the authorization endpoint for it.
    @Test func aDeviceHasNoTypeOfResponse() async throws {
        struct Said: Decodable { var response_types: [String] }
        try await World.run { world in
            let grants = #""grant_types":["urn:ietf:params:oauth:grant-type:device_code","refresh_token"],"token_endpoint_auth_method":"none""#
            for types in [#","response_types":[]"#, #","response_types":["code"]"#, ""] {
                let made = try await Self.register(world, "{\(grants)\(types)}", token: try await Self.invite(world))
                #expect(made.status == 201, "\(made.text)")
                #expect(try made.decode(Said.self).response_types.isEmpty)
                // What it reads of itself it may say again.
                let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
                #expect(try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: made.text).status == 200)
            }
        }
    }

    /// RFC 9449, 5.2: a client that believes its tokens bound gets no others.
    @Test func itAsksForBoundTokensAndStaysWithThem() async throws {
        struct Said: Decodable { var dpop_bound_access_tokens: Bool? }
        try await World.run { world in
            try await world.signUp("ada")
            let body = #"{"redirect_uris":["https://app.example/cb"],"token_endpoint_auth_method":"none","scope":"openid"#
            let plain = try await Self.register(world, body + #""}"#, token: try await Self.invite(world))
            #expect(try plain.status == 201 && plain.decode(Said.self).dpop_bound_access_tokens == false, "\(plain.text)")
            let made = try await Self.register(world, body + #"","dpop_bound_access_tokens":true}"#, token: try await Self.invite(world))
            #expect(try made.status == 201 && made.decode(Said.self).dpop_bound_access_tokens == true, "\(made.text)")
            let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            let app = TestApp(clientID: id, scope: "openid")
            let code = try await app.code(TestBrowser(world), username: "ada")
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_request")
            // It is not taken back.
            for more in ["", #","dpop_bound_access_tokens":false"#] {
                let change = #"{"client_id":"\#(id)","redirect_uris":["https://app.example/cb"],"token_endpoint_auth_method":"none","scope":"openid"\#(more)}"#
                let changed = try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: change)
                #expect(try changed.status == 200 && changed.decode(Said.self).dpop_bound_access_tokens == true, "\(changed.text)")
            }
            // One that was not bound may be.
            let (other, others) = (try #require(plain.member("client_id")), try #require(plain.member("registration_access_token")))
            let tighter = body.replacing("{", with: #"{"client_id":"\#(other)","#) + #"","dpop_bound_access_tokens":true}"#
            let tightened = try await world.send(.PUT, "/oauth/register/\(other)", token: others, body: tighter)
            #expect(try tightened.status == 200 && tightened.decode(Said.self).dpop_bound_access_tokens == true, "\(tightened.text)")
        }
    }

    /// RFC 6750, 3.1: no error of a token is named where none was sent; what is said leads on.
    @Test func whoSendsNoTokenHearsWhichIsNeeded() async throws {
        try await World.run { world in
            let (register, read) = (OAuthError.invitationMissing.description, OAuthError.registrationTokenMissing.description)
            #expect(register.contains("initial access token") && register.contains("careline clients invite") && read.contains("registration_access_token"))
            // What is wrong with the body besides comes later.
            for body in [Self.metadata, "{"] {
                let refused = try await Self.register(world, body, token: nil)
                #expect(refused.status == 401 && refused.member("error") == "invalid_token" && refused.member("error_description") == register, "\(refused.text)")
                #expect(refused.header("WWW-Authenticate") == #"Bearer realm="careline""#)
            }
            let unread = try await world.get("/oauth/register/app-x", token: nil)
            #expect(unread.status == 401 && unread.member("error_description") == read && unread.header("WWW-Authenticate") == #"Bearer realm="careline""#)
            let unknown = try await Self.register(world, Self.metadata, token: "made-up")
            #expect(unknown.member("error_description") == OAuthError.registrationRefused.description)
            #expect(unknown.header("WWW-Authenticate") == #"Bearer realm="careline", error="invalid_token""#)
        }
    }

    /// The demo's: the same token at each start, for so many clients more.
    @Test func anInvitationByAGivenTokenBeginsAnew() async throws {
        try await World.run { world in
            let token = String(repeating: "k", count: ClientInvitation.shortestToken)
            for start in 0..<2 {
                let same = try await InviteClientsCommand.invite(clients: 1, days: 7, scopes: Self.scopes, token: token, pool: world.pool, now: world.clock.now)
                #expect(same == token)
                let statuses = [
                    try await Self.register(world, Self.metadata, token: token).status, try await Self.register(world, Self.metadata, token: token).status
                ]
                #expect(statuses == [201, 401], "start \(start)")
                // The first one is over by then.
                world.clock.advance(8 * 86_400)
            }
            #expect(try await world.count("SELECT count(*) FROM client_invitations") == 1)
        }
    }

    /// Other grants are the operator's to give, and stay when they were given.
    @Test func itGivesItselfNoGrantThatIsAnOperatorsToGive() async throws {
        try await World.run { world in
            let device = #"{"redirect_uris":["https://app.example/cb"],"grant_types":["authorization_code","urn:ietf:params:oauth:grant-type:device_code"]}"#
            let made = try await Self.register(world, device, token: try await Self.invite(world))
            #expect(made.status == 201, "\(made.text)")
            let (id, token) = (try #require(made.member("client_id")), made.member("registration_access_token"))
            let grants = #"["authorization_code","client_credentials"]"#
            let change = #"{"client_id":"\#(id)","redirect_uris":["https://app.example/cb"],"grant_types":\#(grants)}"#
            #expect(try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: change).member("error") == "invalid_client_metadata")
            try await world.pool.transaction { tx in
                try await tx.execute("UPDATE oauth_clients SET grants = '{authorization_code,client_credentials}' WHERE id = \(id)")
            }
            let kept = try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: change)
            #expect(kept.status == 200, "\(kept.text)")
        }
    }

    @Test func nobodyElseReadsOrChangesIt() async throws {
        try await World.run { world in
            let invitation = try await Self.invite(world, clients: 2)
            let one = try await Self.register(world, Self.metadata, token: invitation)
            let other = try await Self.register(world, Self.metadata, token: invitation)
            let path = "/oauth/register/\(try #require(one.member("client_id")))"
            let chief = try await world.admin().accessToken
            for token in [nil, invitation, other.member("registration_access_token"), chief] {
                #expect(try await world.get(path, token: token).status == 401)
                #expect(try await world.send(.PUT, path, token: token, body: Self.metadata).status == 401)
                #expect(try await world.send(.DELETE, path, token: token).status == 401)
                if token != invitation { #expect(try await Self.register(world, Self.metadata, token: token).status == 401) }
            }
            // Nor is a client that an operator wrote anybody's own.
            try await world.saveApp()
            #expect(try await world.get("/oauth/register/app", token: other.member("registration_access_token")).status == 401)
        }
    }

    /// Whoever logs in to an app waits for its row while that is locked: nobody locks it who has not shown its token.
    @Test func whoHasNoTokenLocksNoApp() async throws {
        try await World.run { world in
            try await world.saveApp()
            let made = try await Self.register(world, Self.metadata, token: try await Self.invite(world))
            let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            let (statuses, told) = AsyncStream<Int>.makeStream()
            let asked = try await world.pool.transaction { tx in
                for client in ["app", id] { _ = try await tx.lockedClient(client) }
                let asked = Task {
                    defer { told.finish() }
                    // Another's token, too.
                    for (client, token) in [("app", "made-up"), ("app", token), (id, "made-up")] {
                        let status = try await world.send(.PUT, "/oauth/register/\(client)", token: token, body: Self.metadata).status
                        told.yield(status)
                    }
                }
                #expect(await statuses.reduce(into: []) { $0.append($1) } == [401, 401, 401])
                return asked
            }
            try await asked.value
        }
    }

    /// What it cannot say of itself is not lost when it says the rest anew.
    @Test func whatAnOperatorSetStays() async throws {
        try await World.run { world in
            let made = try await Self.register(world, Self.metadata, token: try await Self.invite(world))
            let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            let set = try await world.pool.transaction { tx in
                var record = try #require(try await tx.lockedClient(id))
                (record.client.bindsTokens, record.client.isResourceServer, record.client.isFirstParty) = (true, true, true)
                (record.client.origins, record.client.requiresPKCE) = (["https://pages.example"], false)
                try await tx.save(record)
                return record.client
            }
            let change = #"{"client_id":"\#(id)","client_name":"Our App","redirect_uris":["https://app.example/cb"]}"#
            let changed = try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: change)
            #expect(changed.status == 200, "\(changed.text)")
            let kept = try #require(try await world.pool.transaction { tx in try await tx.lockedClient(id) }).client
            #expect(kept.name == "Our App" && kept.secretHash == set.secretHash)
            #expect(kept.bindsTokens && kept.isResourceServer && kept.isFirstParty)
            #expect(kept.origins == set.origins && !kept.requiresPKCE)
        }
    }

    /// What it was entrusted with it was for the addresses and the keys that the operator saw.
    @Test func anEntrustedClientNamesNoOtherPlaces() async throws {
        try await World.run { world in
            let body = #"{"redirect_uris":["https://app.example/a","https://app.example/b"],"post_logout_redirect_uris":["https://app.example/bye"]}"#
            let made = try await Self.register(world, body, token: try await Self.invite(world))
            let (id, token) = (try #require(made.member("client_id")), try #require(made.member("registration_access_token")))
            func put(_ members: String) async throws -> Answer {
                try await world.send(.PUT, "/oauth/register/\(id)", token: token, body: #"{"client_id":"\#(id)",\#(members)}"#)
            }
            func entrust(_ isTrusted: Bool) async throws {
                try await world.pool.transaction { tx in
                    var record = try #require(try await tx.lockedClient(id))
                    record.client.isFirstParty = isTrusted
                    try await tx.save(record)
                }
            }
            try await entrust(true)
            let mine = #""redirect_uris":["https://app.example/b"]"#
            for (moved, named) in [
                (#""redirect_uris":["https://app.example/b","https://evil.example/"]"#, "redirect_uris"),
                (mine + #","post_logout_redirect_uris":["https://evil.example/"]"#, "post_logout_redirect_uris"),
                (mine + #","grant_types":["authorization_code","urn:ietf:params:oauth:grant-type:device_code"]"#, "grant_types"),
                (mine + #","backchannel_logout_uri":"https://evil.example/""#, "backchannel_logout_uri")
            ] {
                let refused = try await put(moved)
                #expect(refused.status == 400 && refused.member("error") == "invalid_client_metadata", "\(refused.text)")
                #expect(refused.member("error_description")?.hasPrefix(named + ":") == true, "\(refused.text)")
            }
            // Fewer it may name, and call itself otherwise.
            #expect(try await put(mine + #","client_name":"Ours""#).status == 200)
            let kept = try #require(try await world.pool.transaction { tx in try await tx.lockedClient(id) }).client
            #expect(kept.isFirstParty && kept.redirectURIs == ["https://app.example/b"] && kept.postLogoutRedirectURIs.isEmpty)
            #expect(try await put(#""redirect_uris":["https://app.example/a"]"#).status == 400)
            // One that is not trusted says where it lives.
            try await entrust(false)
            #expect(try await put(#""redirect_uris":["https://app.example/a"]"#).status == 200)
        }
    }

    @Test(arguments: ["trusted", "resource server"]) func anEntrustedClientNamesNoOtherKeys(_ power: String) throws {
        let (pair, other) = (try ClientKeyPair(), try ClientKeyPair())
        let registration = ClientRegistration(
            id: "app", name: "App", redirectURIs: ["https://app.example/cb"], scopes: ["openid"], grants: Client.usualGrants, isFirstParty: power == "trusted",
            jwks: ClientKeyPair.set(pair), isResourceServer: power != "trusted")
        let before = try registration.check()
        #expect(before.isEntrusted)
        var metadata = ClientMetadata(before)
        let after = try metadata.client(id: "app", secretHash: nil, within: before.scopes, before: before)
        #expect(after.isEntrusted && after.hasKeys)
        metadata.jwks = ClientJWKS(ClientKeyPair.set(other))
        #expect(metadata.jwks != nil)
        #expect(throws: OAuthError.self) { try metadata.client(id: "app", secretHash: nil, within: before.scopes, before: before) }
        (metadata.jwks, metadata.jwks_uri) = (nil, "https://evil.example/jwks")
        #expect(throws: OAuthError.self) { try metadata.client(id: "app", secretHash: nil, within: before.scopes, before: before) }
        #expect(throws: Never.self) { try metadata.client(id: "app", secretHash: nil, within: before.scopes) }
    }

    @Test func aClientForFAPIStaysOneWithItsRules() throws {
        let pair = try ClientKeyPair()
        let registration = ClientRegistration(
            id: "app", name: "App", redirectURIs: ["https://app.example/cb"], scopes: ["openid"], grants: Client.usualGrants, isFirstParty: false,
            jwks: ClientKeyPair.set(pair), isFAPI: true)
        let before = try registration.check()
        var metadata = ClientMetadata(before)
        let after = try metadata.client(id: "app", secretHash: nil, within: before.scopes, before: before)
        #expect(metadata.dpop_bound_access_tokens == true && !after.bindsTokens && after.demandsKey)
        #expect(after.isFAPI && after.requiresPKCE && after.hasKeys)
        metadata.redirect_uris = ["http://127.0.0.1/cb"]
        #expect(throws: OAuthError.self) { try metadata.client(id: "app", secretHash: nil, within: before.scopes, before: before) }
        #expect(throws: Never.self) { try metadata.client(id: "app", secretHash: nil, within: before.scopes) }
    }
}
