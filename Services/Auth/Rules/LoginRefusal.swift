/// Why someone did not get in. Nobody learns whether there is such a user who does not have their password.
enum LoginRefusal: Error, Equatable {
    case wrong
    /// The password was right; the account has a second factor, whose code was not sent along.
    case codeRequired
    /// The password was right, and the code is not, or was used.
    case wrongCode
    /// Too many failures; seconds to wait.
    case blocked(Int)
}
