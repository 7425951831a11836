/// Why someone did not get in. Neither says whether there is such a user.
enum LoginRefusal: Error, Equatable {
    case wrong
    /// Too many failures; seconds to wait.
    case blocked(Int)
}
