import CareModels
import Foundation
import JSON

/// A client's keys as the API takes and shows them.
struct ClientJWKS: Codable, Equatable, Sendable {
    var keys: [PublicJWK]

    /// Of a client's row; nil when it is none.
    init?(_ text: String) {
        guard let set = try? CareJSON.decode(ClientJWKS.self, from: Data(text.utf8)) else { return nil }
        self = set
    }

    /// As a client's row keeps them.
    var text: String { get throws { String(decoding: try CareJSON.encode(self), as: UTF8.self) } }
}
