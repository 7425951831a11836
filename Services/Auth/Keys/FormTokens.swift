import CareModels
import Sealing

/// Proof that a form was filled in on a page that we sent to this browser: a keyed hash of the browser's cookies, so that a
/// foreign site, which can make the browser send them but not read them, cannot make it; bound to the login, so that a page
/// from before another login is refused; and to the request that the page was about, so that a person who agrees agrees to
/// what they were shown.
struct FormTokens: Sendable {
    let masters: MasterKeys

    func token(browser: String, session: String?, request: String) -> String {
        Base64URL.encode(masters.key(for: .forms).authenticate(Self.text(browser, session, request)))
    }

    /// Also one from before a new master key took over.
    func accepts(_ token: String?, browser: String?, session: String?, request: String) -> Bool {
        guard let token = token.flatMap({ Base64URL.decode($0) }), let browser, !browser.isEmpty else { return false }
        return masters.keys(for: .forms).contains { $0.isAuthentication(token, of: Self.text(browser, session, request)) }
    }

    private static func text(_ browser: String, _ session: String?, _ request: String) -> [UInt8] {
        Array("\(browser)\u{0}\(session ?? "")\u{0}\(request)".utf8)
    }
}
