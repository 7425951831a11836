import CareModels
import Foundation
import JSON

/// A JSON Web Signature as it is sent (RFC 7515, 3.1), taken apart; who signed it is not checked yet.
struct CompactJWS: Equatable, Sendable {
    struct Header: Decodable, Equatable, Sendable {
        var alg: String
        var kid: String?
        var typ: String?
        /// Where the signer says that its keys are (4.1.2). Nothing is read there that is not registered.
        var jku: String?
        /// Extensions that a reader must understand (4.1.11); we know none.
        fileprivate var crit: [String]?
    }

    let header: Header
    let input: Data
    let signature: [UInt8]
    private let payload: [UInt8]

    /// Nil when it is none, or has more bytes.
    init?(_ text: String, longest: Int) {
        guard text.utf8.count <= longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]) else { return nil }
        guard let header: Header = Self.decode(head), header.crit == nil, let signature = Base64URL.decode(parts[2]) else { return nil }
        (self.header, self.payload, self.signature) = (header, payload, signature)
        input = Data("\(parts[0]).\(parts[1])".utf8)
    }

    /// Nil when it says something else.
    func claims<T: Decodable>(_ type: T.Type = T.self) -> T? { Self.decode(payload) }

    private static func decode<T: Decodable>(_ bytes: [UInt8]) -> T? { try? JSONDocument(bytes, limits: .body).decode(T.self) }
}
