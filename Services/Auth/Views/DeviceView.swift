/// What a device shows, and asks with (RFC 8628, 3.2). No address with the code in it: who types the code has the device before them, and a link that somebody
/// sends them would have them allow another's (5.4).
struct DeviceView: Encodable, Sendable {
    var device_code: String
    var user_code: String
    var verification_uri: String
    /// Seconds, as the next.
    var expires_in = Int(DevicePolling.lifetime)
    var interval = DevicePolling.interval
}
