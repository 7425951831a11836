import Crypto
import Foundation
import Testing

@testable import Sealing

/// Wycheproof's known cases of what libraries get wrong, through what checks our tokens and what seals our data.
struct WycheproofTests {
    struct Signature: CustomTestStringConvertible, Sendable {
        var key: [UInt8]
        var name: String
        var isValid: Bool
        var message: [UInt8]
        var signature: [UInt8]
        var testDescription: String { name }
    }

    struct Sealed: CustomTestStringConvertible, Sendable {
        var name: String
        var isValid: Bool
        var key, nonce, place, text, cipher, tag: [UInt8]
        var testDescription: String { name }
    }

    static let signatures: [Signature] = {
        var key: [UInt8] = []
        return lines("ecdsa_p256_sha256.txt").compactMap { words in
            if words[0] == "key" {
                key = bytes(words[1])
                return nil
            }
            return Signature(key: key, name: words[0], isValid: words[1] == "valid", message: bytes(words[2]), signature: bytes(words[3]))
        }
    }()

    static let sealed = lines("aes_256_gcm.txt").map { words in
        Sealed(
            name: words[0], isValid: words[1] == "valid", key: bytes(words[2]), nonce: bytes(words[3]), place: bytes(words[4]), text: bytes(words[5]),
            cipher: bytes(words[6]), tag: bytes(words[7]))
    }

    @Test func theyAreAllThere() {
        #expect(Self.signatures.count == 260)
        #expect(Self.signatures.filter(\.isValid).count == 170)
        #expect(Self.sealed.count == 105)
        #expect(Self.sealed.filter { $0.isValid && $0.nonce.count == 12 }.count == 39)
    }

    /// The key comes as a JWKS has it, the signature as a token has it.
    @Test(arguments: WycheproofTests.signatures) func signature(_ the: Signature) throws {
        let key = try #require(JSONWebKey(publicKey: the.key).verificationKey)
        let signature = P256.Signing.ECDSASignature(es256: the.signature)
        #expect((signature.map { key.accepts($0, for: Data(the.message)) } ?? false) == the.isValid)
    }

    /// A nonce of another length than 12 bytes is none of ours, however rightly it was used.
    @Test(arguments: WycheproofTests.sealed) func sealing(_ the: Sealed) throws {
        let key = SecretBytes(the.key)
        let opened = try? key.open(the.nonce + the.cipher + the.tag, authenticating: the.place)
        #expect(opened.map { Array($0) } == (the.isValid && the.nonce.count == 12 ? the.text : nil))
        let ours = try key.seal(the.text, authenticating: the.place)
        #expect(ours.count == 12 + the.text.count + 16)
        #expect(try Array(key.open(ours, authenticating: the.place)) == the.text)
        #expect(throws: CannotOpen.self) { try key.open(ours, authenticating: the.place + [0]) }
    }

    /// A token whose signature is right but written as DER, as everybody but JOSE writes it, is none.
    @Test func derIsNoTokensSignature() throws {
        let key = P256.Signing.PrivateKey()
        let signature = try key.signature(for: Data("x".utf8))
        #expect(P256.Signing.ECDSASignature(es256: Array(signature.derRepresentation)) == nil)
        #expect(P256.Signing.ECDSASignature(es256: Array(signature.rawRepresentation)) != nil)
    }

    private static func lines(_ name: String) -> [[String]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        guard let text = try? String(contentsOf: folder.appendingPathComponent("Vectors/\(name)"), encoding: .utf8) else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").map(String.init) }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        if hex == "-" { return [] }
        let digits = hex.utf8.map { UInt8($0 >= 97 ? $0 - 87 : $0 - 48) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
