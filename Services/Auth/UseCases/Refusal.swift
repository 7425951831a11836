/// Why a use case does nothing, beside what the rules say of a login (`LoginRefusal`), of sign-ups (`SignUpQuota.Refusal`) and of what an app
/// asks for (`OAuthError`).
enum Refusal: Error, Equatable {
    case noSuchUser
    case usernameTaken
    /// A pushed authorization request for which a code was given already.
    case requestSpent
}
