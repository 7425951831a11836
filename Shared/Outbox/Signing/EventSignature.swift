import CareModels
import Crypto
import Foundation

/// The signature of an event, in the CloudEvents extension `signature` (header `ce_signature`): a JWS in compact form with detached
/// payload (RFC 7515, appendix F), ES256. Its header is exactly `{"alg":"ES256","kid":"…","typ":"careline-event+jws"}`; its payload
/// is what `payload` gives: id, type, subject and time as they are in their headers, each ended by a line feed, then the data.
///
/// The keys are for events alone, published apart from those of tokens: no token is ever taken for a signature, nor the reverse.
enum EventSignature {
    private static let headerStart = #"{"alg":"ES256","kid":""#
    private static let headerEnd = #"","typ":"careline-event+jws"}"#

    /// Taken apart; not checked yet.
    struct Parts {
        var kid: String
        var header: String
        var signature: P256.Signing.ECDSASignature
    }

    static func payload(id: UUID, type: String, subject: UUID, time: String, data: [UInt8]) -> [UInt8] {
        Array("\(id.lowercaseText)\n\(type)\n\(subject.lowercaseText)\n\(time)\n".utf8) + data
    }

    /// What is signed (RFC 7515, section 5.1).
    static func input(header: String, payload: [UInt8]) -> Data { Data((header + "." + Base64URL.encode(payload)).utf8) }

    static func header(kid: String) -> String { Base64URL.encode(Array((headerStart + kid + headerEnd).utf8)) }

    /// Nil when it is no such signature. The header is compared, not parsed: there is one spelling of it.
    static func parse(_ text: String) -> Parts? {
        guard text.utf8.count <= 1024 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let bytes = Base64URL.decode(parts[0]) else { return nil }
        guard let json = String(validating: bytes, as: UTF8.self), json.hasPrefix(headerStart), json.hasSuffix(headerEnd) else { return nil }
        let kid = String(json.dropFirst(headerStart.count).dropLast(headerEnd.count))
        guard !kid.isEmpty, kid.utf8.allSatisfy({ $0 < 0x80 }), header(kid: kid) == parts[0] else { return nil }
        guard let raw = Base64URL.decode(parts[2]), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw) else { return nil }
        return Parts(kid: kid, header: String(parts[0]), signature: signature)
    }
}

/// Signs events with one key.
// @unchecked: the key is never changed, and BoringSSL signs with a const key from any thread.
package struct EventSigner: @unchecked Sendable {
    package let kid: String
    private let key: P256.Signing.PrivateKey

    /// `kid`: letters, digits, hyphen and underscore.
    package init(kid: String, privateKey p256Raw: some ContiguousBytes) throws {
        self.kid = kid
        key = try P256.Signing.PrivateKey(rawRepresentation: p256Raw)
    }

    /// The signature of an event with these attributes; `time` as the relay sends it.
    package func sign(id: UUID, type: String, subject: UUID, time: Date, data: [UInt8]) throws -> String {
        let header = EventSignature.header(kid: kid)
        let payload = EventSignature.payload(id: id, type: type, subject: subject, time: RFC3339.format(time), data: data)
        let signature = try key.signature(for: EventSignature.input(header: header, payload: payload))
        return header + ".." + Base64URL.encode(signature.rawRepresentation)
    }
}
