import Crypto
import Foundation

/// What the deliveries of one webhook are signed with (Standard Webhooks: `whsec_` and base64).
struct SigningSecret: Sendable {
    static let length = 32
    static let prefix = "whsec_"

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// As it is shown, once.
    var text: String { Self.prefix + Data(bytes).base64EncodedString() }

    /// `v1,…` of a message (Standard Webhooks: HMAC-SHA256 of id, timestamp and body, with dots between).
    func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(id).\(timestamp).".utf8) + body, using: SymmetricKey(data: bytes))
        return "v1," + Data(code).base64EncodedString()
    }
}

extension [SigningSecret] {
    /// The header `webhook-signature`: by each that holds, so that a receiver may know the new one or still the old.
    func signatures(id: String, timestamp: Int, body: [UInt8]) -> String {
        map { $0.signature(id: id, timestamp: timestamp, body: body) }.joined(separator: " ")
    }
}
