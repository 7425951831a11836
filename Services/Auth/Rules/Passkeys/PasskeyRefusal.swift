/// Why a passkey was not taken.
enum PasskeyRefusal: Error, Equatable {
    /// The challenge is not one of ours for this, was used, or is over.
    case challenge
    /// It is not what a browser sends, or for another page than ours.
    case malformed
    /// The device did not ask for a fingerprint, a face or a PIN.
    case notVerified
    /// A key of another kind than those that we asked for.
    case unknownKey
    /// Somebody has registered it already.
    case taken
    /// Nobody's, or not whose it has to be, or signed by another key.
    case wrong
    /// Its counter did not go on: there may be a copy of it.
    case copied
}
