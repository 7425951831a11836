import CareModels
import JSON

/// A client's keys as the API takes and shows them.
struct ClientJWKS: Codable, Equatable, Sendable {
    var keys: [PublicJWK]

    /// Of a client's row; nil when it is none.
    init?(_ text: String) {
        guard let set = try? JSONDocument(Array(text.utf8), limits: .body).decode(ClientJWKS.self) else { return nil }
        self = set
    }
}
