import CareModels
import JSON

extension ClientJWKS {
    /// As a client's row keeps them.
    var text: String { get throws { String(decoding: try CareJSON.bytes(of: self), as: UTF8.self) } }
}
