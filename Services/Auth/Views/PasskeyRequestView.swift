import CareModels

/// What a browser asks for a passkey by: `PublicKeyCredential.parseRequestOptionsFromJSON` takes it as it is (WebAuthn, 5.1.9).
struct PasskeyRequestView: Codable, Sendable {
    var challenge: String
    /// Milliseconds.
    var timeout = Int(Passkey.lifetime * 1000)
    var rpId: String
    /// Empty: whichever the person has.
    var allowCredentials: [PasskeyDescriptorView]
    var userVerification = "required"

    init(_ party: RelyingParty, challenge: [UInt8], among passkeys: [PasskeyRecord]) {
        rpId = party.id
        self.challenge = Base64URL.encode(challenge)
        allowCredentials = passkeys.map(PasskeyDescriptorView.init)
    }
}
