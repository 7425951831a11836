import CareModels
import Crypto
import Foundation
import JSON

/// Compact JSON Web Tokens (RFC 7515, RFC 7519). Those that are read are signed with ES256 (RFC 7518, section 3.4) and nothing else.
package enum JSONWebToken {
    struct Header: Codable {
        var alg: String
        var typ: String?
        var kid: String?
        /// Extensions that a reader must understand (RFC 7515, section 4.1.11); we know none.
        var crit: [String]?
    }

    static let longest = 8 << 10

    /// header.claims.signature with ES256; the claims' instants are numbers (NumericDate). `type` is the `typ` header (`at+jwt`, `JWT`). `privateKey` is the raw 32-byte scalar.
    package static func sign(_ claims: some Encodable, type: String, kid: String, privateKey p256Raw: [UInt8]) throws -> String {
        try sign(claims, type: type, kid: kid, key: P256.Signing.PrivateKey(rawRepresentation: p256Raw))
    }

    /// The same with a key that is kept ready, which spares deriving its public half for each token.
    package static func sign(_ claims: some Encodable, type: String, kid: String, key: P256.Signing.PrivateKey) throws -> String {
        try sign(claims, type: type, kid: kid, algorithm: "ES256") { try key.signature(for: $0).rawRepresentation }
    }

    /// The same with any algorithm of JWS: `signature` makes it.
    package static func sign(
        _ claims: some Encodable, type: String, kid: String, algorithm: String, signature: (Data) throws -> Data
    ) throws -> String {
        let header = try CareJSON.bytes(of: Header(alg: algorithm, typ: type, kid: kid))
        let input = Base64URL.encode(header) + "." + Base64URL.encode(try CareJSON.bytes(of: claims))
        return input + "." + Base64URL.encode(try signature(Data(input.utf8)))
    }

    /// A token taken apart; its signature is not checked yet.
    struct Parts {
        let header: Header
        let claims: [UInt8]
        let input: Data
        let signature: P256.Signing.ECDSASignature
    }

    /// nil when `token` is not three base64url parts with a header of ES256: alg=none, HS256 and other curves end here.
    static func parse(_ token: String) -> Parts? {
        guard token.utf8.count <= longest else { return nil }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let headerBytes = Base64URL.decode(parts[0]), let claims = Base64URL.decode(parts[1]) else { return nil }
        guard let header = try? CareJSON.decode(Header.self, from: headerBytes, limits: .body) else { return nil }
        guard header.alg == "ES256", header.crit == nil else { return nil }
        guard let raw = Base64URL.decode(parts[2]), let signature = P256.Signing.ECDSASignature(es256: raw) else { return nil }
        let input = Data(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        return Parts(header: header, claims: claims, input: input, signature: signature)
    }
}
