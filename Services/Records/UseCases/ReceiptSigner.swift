import CareModels
import Crypto
import Foundation
import Sealing

/// Signs receipts (JWS, ES256) with a key that is derived from the master key: there is nothing to keep but what it is checked with.
struct ReceiptSigner: Sendable {
    let masters: MasterKeys

    /// Of the compact form; `payload` is JSON.
    func sign(_ payload: [UInt8]) throws -> (signed: String, key: JSONWebKey, publicKey: [UInt8]) {
        let secret = masters.current.derived("records receipts").key.withUnsafeBytes(Array.init)
        let key = try P256.Signing.PrivateKey(rawRepresentation: secret)
        let point = Array(key.publicKey.x963Representation)
        let jwk = JSONWebKey(publicKey: point)
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(jwk.kid)","typ":"careline-receipt+jws"}"#.utf8))
        let input = header + "." + Base64URL.encode(payload)
        let signature = try key.signature(for: Data(input.utf8))
        return (input + "." + Base64URL.encode(signature.rawRepresentation), jwk, point)
    }
}
