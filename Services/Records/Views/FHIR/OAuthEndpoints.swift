/// Where apps sign people in, at the platform's public address.
struct OAuthEndpoints: Sendable {
    let issuer: String

    /// By the names that SMART App Launch has for them in a CapabilityStatement.
    var all: [(name: String, url: String)] {
        [("authorize", authorize), ("token", token), ("manage", manage), ("introspect", introspect), ("revoke", revoke)]
    }

    var authorize: String { issuer + "/oauth/authorize" }
    var token: String { issuer + "/oauth/token" }
    var introspect: String { issuer + "/oauth/introspect" }
    var revoke: String { issuer + "/oauth/revoke" }
    /// Of clients, by an operator's invitation.
    var register: String { issuer + "/oauth/register" }
    var keys: String { issuer + "/oauth/jwks" }
    /// Where a person sees which apps have something of theirs, and takes it back.
    var manage: String { issuer + "/account/logins" }
}
