import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct LogoutRequestTests {
    static let ada = UserID(UUID())
    static let session = SessionID(UUID())
    static let hint = IDTokenHint(subject: ada.description, clientID: "app", session: session)
    static let home = "https://app.example/bye"

    private static var client: Client {
        var client = AuthorizationTests.client
        client.postLogoutRedirectURIs = [home]
        return client
    }

    private static func parameters(_ pairs: [(String, String)]) throws(LogoutRequest.Fault) -> LogoutRequest.Parameters {
        try LogoutRequest.Parameters(pairs.map { (name: $0.0, value: $0.1) })
    }

    @Test func anAppThatNamesThePersonSendsThemHome() throws {
        let parameters = try Self.parameters([("id_token_hint", "t"), ("post_logout_redirect_uri", Self.home), ("state", "s"), ("unheard", "1"), ("unheard", "2")])
        let request = try LogoutRequest(parameters, hint: Self.hint, client: Self.client)
        #expect(request.target == .init(redirectURI: Self.home, state: "s"))
        #expect(request.step(signedIn: Self.ada) == .logOut)
        #expect(request.step(signedIn: nil) == .logOut)
        #expect(request.session(signedIn: Self.ada) == Self.session)
        // At the browser is somebody else.
        #expect(request.step(signedIn: UserID(UUID())) == .ask)
        #expect(request.session(signedIn: UserID(UUID())) == nil)
    }

    @Test func withoutAHintThePersonIsAsked() throws {
        let request = try LogoutRequest(Self.parameters([("client_id", "app"), ("post_logout_redirect_uri", Self.home)]), hint: nil, client: Self.client)
        #expect(request.step(signedIn: Self.ada) == .ask)
        #expect(request.step(signedIn: nil) == .nothingToEnd)
        #expect(request.target?.redirectURI == Self.home)
    }

    /// Nothing says who asks, so nobody is sent to them.
    @Test(arguments: [[("post_logout_redirect_uri", home)], [("id_token_hint", "broken"), ("client_id", "app"), ("post_logout_redirect_uri", home)], []])
    func nobodyIsSentToAStranger(_ pairs: [(String, String)]) throws {
        let request = try LogoutRequest(Self.parameters(pairs), hint: nil, client: nil)
        #expect(request.target == nil)
        #expect(request.step(signedIn: Self.ada) == .ask)
    }

    @Test func faults() {
        func fault(_ pairs: [(String, String)], hint: IDTokenHint?, client: Client?) -> LogoutRequest.Fault? {
            do { _ = try LogoutRequest(Self.parameters(pairs), hint: hint, client: client) } catch { return error }
            return nil
        }
        #expect(fault([("state", "a"), ("state", "b")], hint: nil, client: nil) == .repeated)
        #expect(fault([("client_id", "nobody")], hint: nil, client: nil) == .unknownClient)
        #expect(fault([("id_token_hint", "t"), ("client_id", "other")], hint: Self.hint, client: Self.client) == .anotherClient)
        for wrong in ["https://evil.example/bye", Self.home + "/", Self.home + "?x=1", "https://app.example/cb"] {
            #expect(fault([("id_token_hint", "t"), ("post_logout_redirect_uri", wrong)], hint: Self.hint, client: Self.client) == .wrongRedirect)
        }
    }
}
