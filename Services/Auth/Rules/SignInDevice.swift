/// By what somebody knows again where they have signed in: what the browser or app calls itself (`Device`), and a part of the address that it came from (`AddressBlock`).
struct SignInDevice: Equatable, Sendable {
    var name: String?
    var addressPrefix: String?

    /// Of the session that a code gives: the browser that its person was in. Where that is not known it is the app itself, if it is on the person's own device; a
    /// confidential client asks from a server, of which the person knows nothing.
    static func ofCode(browser: SignInDevice, asker: SignInDevice, client: Client.Kind) -> SignInDevice {
        if browser != SignInDevice() { return browser }
        return client == .public ? asker : SignInDevice()
    }
}
