import CareModels
import HTTP

/// Told to a provider where they log in, as long as nobody has verified them.
struct UnverifiedNotice {
    var user: UserRecord

    var html: HTML? {
        guard user.verified == false else { return nil }
        return
            "<p class=\"alert\" role=\"status\">\(text: "Nobody has verified yet that you are a provider. Until your organisation or the platform has seen your licence, patients do not find you, and nobody books you or writes to you.")</p>"
    }
}
