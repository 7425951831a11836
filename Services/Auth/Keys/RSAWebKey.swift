import CareModels

/// A public RSA key of a JWKS (RFC 7517; RFC 7518, section 6.3).
struct RSAWebKey: Encodable, Equatable, Sendable {
    var kid: String
    var kty = "RSA"
    /// base64url of the modulus and of the exponent, big-endian without leading zeros.
    var n: String
    var e: String
    var alg = "RS256"
    var use = "sig"

    /// From an RSAPublicKey (RFC 8017, A.1.1), DER; nil when it is none.
    init?(kid: String, pkcs1 der: [UInt8]) {
        var outer = der[...]
        guard var members = Self.element(0x30, of: &outer), outer.isEmpty else { return nil }
        guard let modulus = Self.element(0x02, of: &members), let exponent = Self.element(0x02, of: &members), members.isEmpty else { return nil }
        self.kid = kid
        n = Base64URL.encode(Array(modulus.drop { $0 == 0 }))
        e = Base64URL.encode(Array(exponent.drop { $0 == 0 }))
    }

    /// The contents of the next element, when it has this tag (X.690, 8.1).
    private static func element(_ tag: UInt8, of bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first > 0x80 {
            let digits = Int(first & 0x7F)
            guard digits <= 2, bytes.count >= digits else { return nil }
            length = bytes.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(digits)
        }
        guard bytes.count >= length else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }
}
