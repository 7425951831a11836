import Foundation

/// An authorization request that an app has left with us (RFC 9126): the browser carries its name alone, so that nobody on the way reads or changes it.
struct PushedRequest: Equatable, Sendable {
    static let prefix = "urn:ietf:params:oauth:request_uri:"
    /// The person may have to log in first, or to sign up. Less than ten minutes, as FAPI 2.0 asks.
    static let lifetime: TimeInterval = 590

    var handleHash: [UInt8]
    var clientID: String
    var query: String
    var pushedAt: Date

    /// The handle in `request_uri`; nil when that names something else.
    static func handle(in uri: String) -> String? { uri.hasPrefix(prefix) ? String(uri.dropFirst(prefix.count)) : nil }

    /// What an app's form asks for, without how it proves itself.
    static func query(of form: [String: String]) -> String {
        let proof: Set = ["client_secret", "client_assertion", "client_assertion_type"]
        return FormEncoding.encode(form.filter { !proof.contains($0.key) }.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    }
}
