/// How a person has proved who they are, as tokens say it: `acr` (OpenID Connect Core, 2) and `amr` (RFC 8176).
struct AuthenticationContext: Equatable, Sendable {
    /// `amr`.
    var methods: [String]

    static let password = AuthenticationContext(methods: ["pwd"])
    /// A recovery code is a one-time password too.
    static let passwordAndCode = AuthenticationContext(methods: ["pwd", "otp", "mfa"])
    /// What it adds to how somebody has signed in.
    static let code = AuthenticationContext(methods: ["otp", "mfa"])

    /// By somebody else's server, who says nothing of how.
    static let elsewhere = AuthenticationContext(methods: [])

    /// Both factors: the device, and what it asked its holder for. Whether a key stays in one device it says itself (RFC 8176: `hwk`, or else `swk`).
    static func passkey(isBackupEligible: Bool) -> AuthenticationContext {
        AuthenticationContext(methods: [isBackupEligible ? "swk" : "hwk", "user", "mfa"])
    }

    static let oneFactor = "1"
    static let twoFactors = "2"

    /// What an app may ask for (`acr_values`).
    static let supported = [oneFactor, twoFactors]

    var hasTwoFactors: Bool { methods.contains("mfa") }

    /// `acr`.
    var reference: String { hasTwoFactors ? Self.twoFactors : Self.oneFactor }

    /// Whether these, of which any is good, are met by two factors alone. Those that nobody knows are passed over: all of `acr_values` is a wish (OpenID
    /// Connect Core, 3.1.2.1), of which we grant what we can (RFC 9470, 5).
    static func demandsTwoFactors(_ wanted: some Sequence<String>) -> Bool {
        let known = Set(wanted).intersection(supported)
        return !known.isEmpty && !known.contains(oneFactor)
    }
}
