/// Why a use case does nothing, beside what the rules say of a login (`LoginRefusal`), of sign-ups (`SignUpQuota.Refusal`) and of what an app
/// asks for (`OAuthError`).
enum Refusal: Error, Equatable {
    case noSuchUser
    case noSuchSession
    case noSuchApp
    case noSuchFactor
    /// There is one of its kind, which has to be removed first.
    case factorExists
    case usernameTaken
    /// The password was right, and an operator's: the person has to set their own first.
    case passwordToBeChanged
    /// A mailed link that was used, or has expired.
    case linkOver
    /// A pushed authorization request for which a code was given already.
    case requestSpent
}
