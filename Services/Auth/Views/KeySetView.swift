import Sealing

/// A set of public keys (RFC 7517, 5).
struct KeySetView: Encodable, Sendable {
    var keys: [WebKey]
}
