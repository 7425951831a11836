import Foundation

/// Why a use case does nothing, beside what the rules say of a login (`LoginRefusal`), of sign-ups (`SignUpQuota.Refusal`) and of what an app
/// asks for (`OAuthError`).
enum Refusal: Error, Equatable {
    case noSuchUser
    case noSuchSession
    case noSuchBrowser
    /// The session or the browser's login by which somebody asks has ended meanwhile.
    case signedOut
    case noSuchApp
    case noSuchFactor
    /// It is another than was read: at this revision.
    case factorChanged(Int)
    case noSuchClient
    case clientExists
    /// The client is another than was read: at this revision.
    case clientChanged(Int)
    /// Careline's own, which stays as it is.
    case ownClient
    /// It has no secret to be replaced.
    case publicClient
    /// There is one of its kind, which has to be removed first.
    case factorExists
    /// A person has as many as they may have.
    case tooManyPasskeys
    /// At this address browsers make none.
    case noPasskeysHere
    case usernameTaken
    /// The account is another than was read: at this revision.
    case accountChanged(Int)
    /// The password was right, and an operator's: the person has to set their own first.
    case passwordToBeChanged
    /// The same, and they have not done so in time.
    case passwordOver
    /// The password was right, and the role demands a second factor, of which the person has none.
    case secondFactorToBeSetUp
    /// The password was right, and an operator keeps the person out.
    case suspended
    /// The password was right, and the person has asked for the account to be erased, which happens then.
    case toBeErased(Date)
    /// An operator does not shut themselves out.
    case ownAccount
    case noAvatar
    /// The picture is another than was seen, or gone.
    case avatarChanged
    /// A mailed link that was used, or has expired.
    case linkOver
    /// A pushed authorization request for which a code was given already.
    case requestSpent
    /// A device whose code was decided about already, or has expired.
    case deviceOver
}
