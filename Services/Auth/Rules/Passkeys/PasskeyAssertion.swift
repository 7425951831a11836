import CareModels

/// What a browser sends when somebody shows their passkey (WebAuthn, `AuthenticationResponseJSON`), and what is taken from it. Who signed it is not checked yet.
struct PasskeyAssertion: Equatable, Sendable {
    struct Sent: Decodable, Sendable {
        struct Answer: Decodable, Sendable {
            var clientDataJSON: String
            var authenticatorData: String
            var signature: String
            var userHandle: String?
        }

        var id: String
        var rawId: String
        var type: String
        var response: Answer
    }

    /// Of an RSA key of 4096 bits.
    static let longestSignature = 512

    var challenge: [UInt8]
    var credentialID: [UInt8]
    /// Whose the device says that it is.
    var userHandle: [UInt8]?
    var signCount: UInt32
    var isBackupEligible: Bool
    var isBackedUp: Bool
    var signature: [UInt8]
    /// What the signature is over.
    var signed: [UInt8]

    /// WebAuthn, 7.2, but for what the database knows: the challenge, the key, its person and its counter.
    init(_ sent: Sent, for party: RelyingParty) throws(PasskeyRefusal) {
        guard sent.type == "public-key", sent.id == sent.rawId, let id = Base64URL.decode(sent.rawId), (1...AuthenticatorData.longestID).contains(id.count) else {
            throw .malformed
        }
        guard let json = Base64URL.decode(sent.response.clientDataJSON), let clientData = PasskeyClientData(json), clientData.isFrom(party, .signIn),
            let challenge = Base64URL.decode(clientData.challenge)
        else { throw .malformed }
        guard let bytes = Base64URL.decode(sent.response.authenticatorData), let data = AuthenticatorData(bytes), data.relyingPartyHash == party.hash else {
            throw .malformed
        }
        guard let signature = Base64URL.decode(sent.response.signature), (1...Self.longestSignature).contains(signature.count) else { throw .malformed }
        if let handle = sent.response.userHandle {
            guard let userHandle = Base64URL.decode(handle) else { throw .malformed }
            self.userHandle = userHandle
        }
        guard data.isPresent, data.isVerified else { throw .notVerified }
        (self.challenge, credentialID, signCount) = (challenge, id, data.signCount)
        (isBackupEligible, isBackedUp) = (data.isBackupEligible, data.isBackedUp)
        (self.signature, signed) = (signature, bytes + Secret.hash(json))
    }
}
