import CareModels
import Crypto
import Foundation
import JSON
import Sealing

/// Signs receipts (JWS, ES256) with a key that is derived from the master key: there is nothing to keep but what it is checked with.
struct ReceiptSigner: Sendable {
    let masters: MasterKeys

    /// Of the compact form; `payload` is JSON.
    func sign(_ payload: [UInt8]) throws -> (signed: String, key: JSONWebKey, publicKey: [UInt8]) {
        let key = try Self.key(of: masters.current)
        let point = Array(key.publicKey.x963Representation)
        let jwk = JSONWebKey(publicKey: point)
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(jwk.kid)","typ":"careline-receipt+jws"}"#.utf8))
        let input = header + "." + Base64URL.encode(payload)
        let signature = try key.signature(for: Data(input.utf8))
        return (input + "." + Base64URL.encode(signature.rawRepresentation), jwk, point)
    }

    /// The public keys of all master keys.
    var keys: [JSONWebKey] { masters.all.compactMap { try? JSONWebKey(publicKey: Array(Self.key(of: $0).publicKey.x963Representation)) } }

    /// When all of a person's was destroyed, as a receipt says that one of our keys has signed; nil for any other, and for another person's.
    ///
    /// - Parameter former: keys that were ours until an instant.
    func destruction(of person: UserID, by signed: String, orBefore former: [(key: JSONWebKey, at: Date)] = []) -> Date? {
        let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]), let bytes = Base64URL.decode(parts[2]),
            let signature = P256.Signing.ECDSASignature(es256: bytes)
        else { return nil }
        let input = Data("\(parts[0]).\(parts[1])".utf8)
        guard let said = try? JSONDocument(payload).root, said["sub"]?.string == person.description, let seconds = said["iat"]?.number else { return nil }
        let at = Date(timeIntervalSince1970: seconds)
        let trusted = keys + former.filter { at <= $0.at }.map(\.key)
        return trusted.contains { $0.verificationKey?.accepts(signature, for: input) == true } ? at : nil
    }

    private static func key(of master: MasterKey) throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: master.derived("records receipts").key.withUnsafeBytes(Array.init))
    }
}
