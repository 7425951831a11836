import CareModels

/// What a browser sends of a passkey that was just made (WebAuthn, `RegistrationResponseJSON`), and what is taken from it.
struct PasskeyRegistration: Equatable, Sendable {
    struct Sent: Decodable, Sendable {
        struct Answer: Decodable, Sendable {
            var clientDataJSON: String
            var attestationObject: String
            var transports: [String]?
            // The same once more, for who cannot read CBOR.
            var authenticatorData: String?
            var publicKey: String?
            var publicKeyAlgorithm: Int?
        }

        var id: String
        var rawId: String
        var type: String
        var response: Answer
        var authenticatorAttachment: String?
        var clientExtensionResults: Profile.Anything?
    }

    var challenge: [UInt8]
    var credential: AuthenticatorData.Credential
    var signCount: UInt32
    var isBackupEligible: Bool
    var isBackedUp: Bool
    var transports: [String]

    /// WebAuthn, 7.1, for conveyance `none`: who vouches for the device is not asked, so a statement of whatever format says nothing. Whether the challenge is ours the
    /// database knows.
    init(_ sent: Sent, for party: RelyingParty) throws(PasskeyRefusal) {
        guard sent.type == "public-key", sent.id == sent.rawId, let id = Base64URL.decode(sent.rawId) else { throw .malformed }
        guard let clientData = Base64URL.decode(sent.response.clientDataJSON).flatMap(PasskeyClientData.init), clientData.isFrom(party, .registration),
            let challenge = Base64URL.decode(clientData.challenge)
        else { throw .malformed }
        guard let object = Base64URL.decode(sent.response.attestationObject), let attestation = try? CBORReader.value(object) else { throw .malformed }
        try Self.checkStatement(attestation)
        guard let data = attestation["authData"]?.bytes.flatMap(AuthenticatorData.init), let credential = data.credential else { throw .malformed }
        guard data.relyingPartyHash == party.hash, credential.id == id else { throw .malformed }
        guard data.isPresent, data.isVerified else { throw .notVerified }
        guard PasskeyPublicKey(credential.publicKey) != nil else { throw .unknownKey }
        (self.challenge, self.credential, signCount) = (challenge, credential, data.signCount)
        (isBackupEligible, isBackedUp) = (data.isBackupEligible, data.isBackedUp)
        transports = Passkey.transports(sent.response.transports)
    }

    /// There is one, and one of the format `none` is empty (8.7).
    private static func checkStatement(_ attestation: CBOR) throws(PasskeyRefusal) {
        guard let format = attestation["fmt"]?.text, let statement = attestation["attStmt"] else { throw .malformed }
        if format == "none", statement != .map([]) { throw .malformed }
    }
}
