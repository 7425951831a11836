/// How a person has proved who they are, as id tokens say it: `acr` (OpenID Connect Core, 2) and `amr` (RFC 8176).
enum AuthenticationContext {
    /// By one factor.
    static let oneFactor = "1"

    /// What an app may ask for (`acr_values`), the first the one that there is anyway.
    static let supported = [oneFactor]

    static let password = ["pwd"]
}
