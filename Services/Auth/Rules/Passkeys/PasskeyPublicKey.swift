/// A passkey's public key, as a COSE_Key says it (RFC 9052, 7; RFC 9053, 2.1; RFC 8812, 2): ES256 on P-256, or RS256 of 2048 to 4096 bits. Whether a point is on its
/// curve is seen where it is checked with.
enum PasskeyPublicKey: Equatable, Sendable {
    /// Coordinates of 32 bytes each.
    case es256(x: [UInt8], y: [UInt8])
    /// Both without leading zeros.
    case rs256(modulus: [UInt8], exponent: [UInt8])

    /// COSE's numbers of ES256 and RS256: what we ask authenticators for, the better one first.
    static let algorithms = [-7, -257]

    /// Nil when it is of another kind, or too weak.
    init?(_ key: CBOR) {
        switch (key[1], key[3]) {
        case (.integer(2), .integer(-7)):
            guard key[-1] == .integer(1), let x = key[-2]?.bytes, let y = key[-3]?.bytes, x.count == 32, y.count == 32 else { return nil }
            self = .es256(x: x, y: y)
        case (.integer(3), .integer(-257)):
            guard let modulus = key[-1]?.bytes, let exponent = key[-2]?.bytes else { return nil }
            // A long exponent makes checking slow.
            guard (256...512).contains(modulus.count), modulus[0] != 0, (1...4).contains(exponent.count), exponent[0] != 0 else { return nil }
            self = .rs256(modulus: modulus, exponent: exponent)
        default: return nil
        }
    }

    /// As it was kept.
    init?(_ kept: [UInt8]) {
        guard let key = try? CBORReader.value(kept) else { return nil }
        self.init(key)
    }
}
