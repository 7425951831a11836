import Foundation

@testable import AuthService

extension FuzzTarget {
    /// Authorization requests (RFC 6749, section 4.1.1): nothing is sent to an address that is not registered, and what is sent adds no line to
    /// the answer's head.
    static let authorization = FuzzTarget("authorization", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        let pairs = FormEncoding.again(text)
        switch AuthorizationRequest.parse(pairs, client: client) {
        case .page: break
        case .redirect(let target, let error): check(target.redirectURI, [("error", error.code.rawValue), ("state", target.state ?? "")])
        case .valid(let request):
            expect(request.scopes.isSubset(of: client.scopes) && !request.scopes.isEmpty, "scopes that the client may not have")
            expect(request.challenge.map(PKCE.isChallenge) ?? false, "no challenge")
            expect((request.maxAge ?? 0) >= 0, "an age of \(request.maxAge ?? 0)")
            check(request.redirectURI, [("code", "x"), ("state", request.state ?? "")])
            let after = AuthorizationRequest.afterLogin(pairs)
            if case .valid(let again) = AuthorizationRequest.parse(after, client: client) {
                expect(!again.prompts.contains(.login) && again.redirectURI == request.redirectURI, "after the login it asks for one")
            }
        }
        if RedirectURI.matches(text, registered: client.redirectURIs) { check(text, []) }
        if RedirectURI.isRegistrable(text) { _ = (RedirectURI.source(text), RedirectURI.destination(text), RedirectURI.isUnproven(text)) }
    }

    private static let client = Client(
        id: "app", name: "An app", kind: .public, secretHash: nil,
        redirectURIs: ["https://app.example/callback", "http://127.0.0.1/cb?x=1", "http://[::1]/cb", "org.example.app:/cb"],
        scopes: ["openid", "profile", "offline_access"], grants: [.authorizationCode, .refreshToken], isFirstParty: false)

    private static func check(_ address: String, _ parameters: [(name: String, value: String)]) {
        let location = RedirectURI.adding(parameters, to: address)
        expect(location.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, "a redirect that ends a line or a word: \(location)")
        if client.redirectURIs.contains(where: { Array($0.utf8) == Array(address.utf8) }) { return }
        // Only a loopback address may differ, and by its port alone.
        let parts = unwrap(URLComponents(string: location), "\(location) is no address")
        expect(parts.scheme == "http" && ["127.0.0.1", "[::1]", "::1"].contains(parts.host ?? ""), "a redirect to \(location)")
        expect(parts.path == "/cb" && parts.user == nil && parts.password == nil && parts.fragment == nil, "a redirect to \(location)")
    }
}
