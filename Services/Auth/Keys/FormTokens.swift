import CareService
/// Proof that a form was filled in on a page that we sent to this browser: a keyed hash of the browser's cookies, so that a
/// foreign site, which can make the browser send them but not read them, cannot make it; and bound to the login, so that a
/// page from before another login is refused.
struct FormTokens: Sendable {
    private let key: SecretKey

    init(key: SecretKey) { self.key = key }

    func token(browser: String, session: String?) -> String {
        Base64URL.encode(key.authenticate(Array("\(browser)\u{0}\(session ?? "")".utf8)))
    }

    func accepts(_ token: String?, browser: String?, session: String?) -> Bool {
        guard let token, let browser, !browser.isEmpty else { return false }
        return Secret.equal(Array(token.utf8), Array(self.token(browser: browser, session: session).utf8))
    }
}
