import Sealing

/// What Auth derives from the master keys, the one secret that is not in its database: a key for each purpose.
extension MasterKeys {
    enum Purpose: String {
        /// Seals the private signing keys.
        case signingKeys = "signing-keys"
        /// Seals the private keys that events are signed with.
        case eventKeys = "event-keys"
        /// Derives the successors of refresh tokens.
        case refreshTokens = "refresh-tokens"
        /// Binds a page's form to its browser.
        case forms
        /// Binds to a name what shows that somebody has logged in with a device before.
        case devices
        /// Seals mails that wait to be sent, and what was typed by who asks for one.
        case mails
        /// Seals where the audit's chain begins and ends.
        case audit
        /// Seals what codes of second factors are made of.
        case factors
        /// Seals the numbers of providers' licences.
        case licences
        /// Binds to its browser a login that still wants its second factor.
        case pendingLogins = "pending-logins"
        /// Hashes names and addresses for lock-out and audit: with a new master key both begin anew.
        case identifiers
    }

    func key(for purpose: Purpose) -> SecretBytes { current.key(for: purpose) }

    /// Under any of which something may still be about, the current one first.
    func keys(for purpose: Purpose) -> [SecretBytes] { all.map { $0.key(for: purpose) } }
}

extension MasterKey {
    func key(for purpose: MasterKeys.Purpose) -> SecretBytes { derived("auth \(purpose.rawValue)") }
}
