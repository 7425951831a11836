/// Somebody who tries to log in: failures are counted for the name, whether or not somebody has it, and for the address.
struct LoginAttempt: Sendable {
    var accountKey: [UInt8]
    /// Of the name, where the account key is that of a device: an operator frees both.
    var ownerKey: [UInt8]?
    var addressKey: [UInt8]
    var origin: Origin
    /// What the person knows the session by that they begin.
    var device = SignInDevice()
}

/// An attempt whose password was right.
struct ProvenLogin: Sendable {
    /// The account has another hash by now: of another password, or of the same one by a login beside this one.
    struct Outdated: Error {}

    var attempt: LoginAttempt
    var user: UserRecord
    /// Whether attempts with this name had failed before.
    var hadFailures: Bool
    /// Of the same password, when hashes have come to cost more than the user's.
    var newHash: String?
}
