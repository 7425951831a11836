import Sealing

/// The public half of a signing key, as a JWKS shows it.
enum WebKey: Encodable, Equatable, Sendable {
    case es256(JSONWebKey)
    case rs256(RSAWebKey)

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .es256(let key): try key.encode(to: encoder)
        case .rs256(let key): try key.encode(to: encoder)
        }
    }
}
