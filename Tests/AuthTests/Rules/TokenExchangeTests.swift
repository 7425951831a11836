import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct TokenExchangeTests {
    private static let ward = UserID(UUID.v7())
    private static let targets: Set = ["careline", World.issuer]

    private static func form(_ change: (inout [String: String]) -> Void = { _ in }) -> [String: String] {
        var form = [
            "subject_token": "t", "subject_token_type": TokenExchange.TokenType.accessToken.rawValue, "requested_subject": ward.description, "scope": "messages:read"
        ]
        change(&form)
        return form
    }

    private static func code(_ form: [String: String]) -> OAuthError.Code? {
        do throws(OAuthError) {
            _ = try TokenExchange(form, targets: targets)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func readsWhatIsAskedFor() throws {
        let acting = try TokenExchange(Self.form { ($0["audience"], $0["resource"]) = ("careline", World.issuer) }, targets: Self.targets)
        #expect(acting.wish == .act(ward: Self.ward) && acting.subjectToken == "t" && acting.scope == "messages:read")
        let several = Self.form { $0["audience"] = "careline \(World.issuer)" }
        #expect(try TokenExchange(several, targets: Self.targets).wish == .act(ward: Self.ward))
        let jwt = Self.form { ($0["subject_token_type"], $0["requested_subject"]) = (TokenExchange.TokenType.jwt.rawValue, nil) }
        #expect(try TokenExchange(jwt, targets: Self.targets).wish == .adopt)
    }

    @Test func refusesWhatItCannotGive() {
        let table: [(change: (inout [String: String]) -> Void, code: OAuthError.Code)] = [
            ({ $0["subject_token"] = nil }, .invalidRequest), ({ $0["subject_token_type"] = nil }, .invalidRequest),
            ({ $0["subject_token_type"] = "urn:ietf:params:oauth:token-type:saml2" }, .invalidRequest), ({ $0["requested_subject"] = nil }, .invalidRequest),
            ({ $0["requested_subject"] = "ada" }, .invalidRequest), ({ $0["actor_token"] = "t" }, .invalidRequest),
            ({ $0["requested_token_type"] = "urn:ietf:params:oauth:token-type:refresh_token" }, .invalidRequest),
            ({ $0["audience"] = "careline another" }, .invalidTarget), ({ $0["audience"] = " " }, .invalidTarget),
            ({ $0["audience"] = "another" }, .invalidTarget), ({ $0["resource"] = "https://another.example" }, .invalidTarget),
            ({ $0["subject_token_type"] = TokenExchange.TokenType.jwt.rawValue }, .invalidRequest)
        ]
        for (index, row) in table.enumerated() { #expect(Self.code(Self.form(row.change)) == row.code, "row \(index)") }
    }

    /// Whatever a guardian's own token gives, and whatever they ask for.
    @Test func nothingOfTheAccountIsEverGiven() throws {
        var client = Client.accountPages(issuer: World.issuer)
        (client.id, client.scopes) = ("app", Set(Scopes.all))
        let given = try TokenExchange.actingScopes(asked: nil, of: Set(Scopes.all), client: client)
        #expect(given == Scopes.forGuardians)
        let forbidden = ["openid", "profile", "email", "offline_access", "account:read", "account:write", "records:any", "webhooks", "admin:users", "admin:audit"]
        #expect(given.isDisjoint(with: forbidden))
        #expect(try TokenExchange.actingScopes(asked: "messages:read account:write", of: Set(Scopes.all), client: client) == ["messages:read"])
        #expect(try TokenExchange.actingScopes(asked: nil, of: ["messages:read", "openid"], client: client) == ["messages:read"])
        client.scopes = ["appointments:read"]
        #expect(try TokenExchange.actingScopes(asked: nil, of: Set(Scopes.all), client: client) == ["appointments:read"])
        for (asked, of) in [("account:write", Set(Scopes.all)), ("messages:read", ["openid"]), ("", Set(Scopes.all))] {
            #expect(throws: OAuthError.self) { try TokenExchange.actingScopes(asked: asked, of: of, client: client) }
        }
    }

    @Test func aUsersTokenIsCheckedAsAClientsIs() throws {
        let (issuer, now) = ("https://users.example", Date())
        let pair = try ClientKeyPair()
        func fault(_ change: (inout ClientKeyPair.Claims) -> Void) throws -> String? {
            let text = try pair.assertion {
                ($0.iss, $0.sub) = (issuer, "u-1")
                change(&$0)
            }
            let assertion = try #require(UserAssertion(text))
            do throws(OAuthError) {
                _ = try assertion.id(by: issuer, for: [World.issuer], now: now)
                return nil
            } catch {
                #expect(error.code == .invalidRequest)
                return error.description
            }
        }
        #expect(try fault { _ in } == nil)
        let wrong: [(inout ClientKeyPair.Claims) -> Void] = [
            { $0.iss = "https://others.example" }, { $0.sub = "" }, { $0.sub = String(repeating: "u", count: 256) }, { $0.aud = "https://another.example" },
            { $0.exp = now.timeIntervalSince1970 - 61 }, { $0.exp = now.timeIntervalSince1970 + 3600 }, { $0.nbf = now.timeIntervalSince1970 + 120 },
            { $0.jti = nil }, { $0.jti = "" }
        ]
        for (index, change) in wrong.enumerated() { #expect(try fault(change)?.hasPrefix("subject_token") == true, "row \(index)") }
        for text in ["", "a.b.c", try pair.assertion(type: "at+jwt"), try pair.assertion(algorithm: "none")] { #expect(UserAssertion(text) == nil) }
    }

    @Test func aNameThatNobodyCouldBeCalledByIsLeftAway() throws {
        let pair = try ClientKeyPair()
        func fullName(_ sent: String) throws -> String? { try #require(UserAssertion(pair.assertion { $0.name = sent })).fullName }
        #expect(try fullName(" Ada ") == "Ada")
        #expect(try fullName("Ada\u{202E}") == nil)
    }

    @Test func eachIssuersUsersAreTheirOwn() throws {
        let pair = try ClientKeyPair()
        func hash(_ iss: String, _ sub: String) throws -> [UInt8] { try #require(UserAssertion(pair.assertion { ($0.iss, $0.sub) = (iss, sub) })).subjectHash }
        #expect(try hash("https://a.example", "u") == hash("https://a.example", "u"))
        #expect(try hash("https://a.example", "u") != hash("https://b.example", "u"))
        #expect(try hash("https://a.example", "u") != hash("https://a.example", "v"))
    }
}
