/// What clients may sign with (RFC 7518, 3.1).
enum AssertionAlgorithm: String, CaseIterable, Sendable {
    case es256 = "ES256"
    case es384 = "ES384"
    case rs256 = "RS256"
    case rs384 = "RS384"
    case ps256 = "PS256"

    static let names = allCases.map(\.rawValue).joined(separator: " ")
}
