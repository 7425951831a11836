import CareModels

/// By what a browser finds a passkey that there is (WebAuthn, 5.8.3).
struct PasskeyDescriptorView: Codable, Sendable {
    var id: String
    var type = "public-key"
    var transports: [String]?

    init(_ passkey: PasskeyRecord) {
        id = Base64URL.encode(passkey.credentialID)
        transports = passkey.transports.isEmpty ? nil : passkey.transports
    }
}
