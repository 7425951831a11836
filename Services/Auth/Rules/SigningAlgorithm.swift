/// What a token is signed with (RFC 7518, 3.1): access tokens with ES256, id tokens also with RS256 for apps that know nothing else.
enum SigningAlgorithm: String, CaseIterable, Sendable {
    case es256 = "ES256"
    case rs256 = "RS256"
}
