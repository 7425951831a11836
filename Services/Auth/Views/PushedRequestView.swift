/// The name of a pushed request (RFC 9126, 2.2).
struct PushedRequestView: Encodable, Sendable {
    var request_uri: String
    /// Seconds.
    var expires_in: Int
}
