/// The claims about a person that Careline knows (OpenID Connect Core, 5.1), and the scopes that give them (5.4). The parts of a name, birth, gender and
/// pages are what their person wrote here: neither cut out of the whole name nor taken from the record. What they left empty is left out (5.3.2).
enum PersonClaims {
    static let scopes = [
        "preferred_username": "profile", "name": "profile", "given_name": "profile", "middle_name": "profile", "family_name": "profile",
        "nickname": "profile", "profile": "profile", "picture": "profile", "website": "profile", "gender": "profile", "birthdate": "profile",
        "zoneinfo": "profile", "locale": "profile", "updated_at": "profile", "email": "email", "email_verified": "email"
    ]

    /// Those that the scopes give.
    static func given(by granted: Set<String>) -> Set<String> { Set(scopes.filter { granted.contains($0.value) }.keys) }
}
