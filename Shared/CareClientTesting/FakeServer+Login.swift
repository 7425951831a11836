import CareClient
import CareModels
import Foundation

extension FakeServer {
    /// A browser in which this person logs in, for `session.logIn(scopes:present:)`; from then on the server answers what a login asks of it, and all else as it was
    /// told. With an `error` of OAuth's the login comes to nothing: `access_denied` where the person says no. Of the product `CareClientTesting`:
    ///
    /// ```swift
    /// try await care.session.logIn(scopes: [.messagesRead], present: server.browser(loggingIn: person))
    /// ```
    public func browser(loggingIn person: UserID, refusing error: String? = nil) -> @Sendable (URL) async throws -> URL {
        login.withLock { $0 = (person: person, nonce: "") }
        return { [self] address in
            let asked = HTTPCall(url: address).query
            login.withLock { $0 = (person: person, nonce: asked["nonce"] ?? "") }
            let answer = error.map { URLQueryItem(name: "error", value: $0) } ?? URLQueryItem(name: "code", value: "code-1")
            var parts = URLComponents()
            parts.queryItems = [answer, URLQueryItem(name: "state", value: asked["state"]), URLQueryItem(name: "iss", value: Self.issuer)]
            guard let back = URL(string: "\(asked["redirect_uri"] ?? "")?\(parts.percentEncodedQuery ?? "")") else { throw CareError.unreadable("redirect_uri") }
            return back
        }
    }

    private static let issuer = "https://care.test"

    /// Nil of what is no part of a login, or where none was asked for.
    func answerToLogin(_ call: HTTPCall) -> HTTPReply? {
        guard let (person, nonce) = login.withLock({ $0 }) else { return nil }
        switch call.url.path {
        case "/.well-known/openid-configuration":
            let (issuer, oauth) = (Self.issuer, "\(Self.issuer)/oauth")
            return .json(#"{"issuer":"\#(issuer)","authorization_endpoint":"\#(oauth)/authorize","token_endpoint":"\#(oauth)/token"}"#)
        case "/oauth/token" where call.form["grant_type"] == "authorization_code":
            // Of a year in which no test's clock is.
            let claims = #"{"iss":"\#(Self.issuer)","aud":"\#(call.form["client_id"] ?? "")","sub":"\#(person)","nonce":"\#(nonce)","exp":4102444800}"#
            let idToken = "e30.\(Base64URL.encode(claims.utf8)).e30"
            return .json(
                #"{"access_token":"access-login","expires_in":600,"refresh_token":"refresh-login","token_type":"Bearer","id_token":"\#(idToken)"}"#)
        default: return nil
        }
    }
}
