import CareModels

/// What a browser makes a passkey by: `PublicKeyCredential.parseCreationOptionsFromJSON` takes it as it is (WebAuthn, 5.1.8).
struct PasskeyCreationView: Codable, Sendable {
    struct Party: Codable, Sendable {
        var id: String
        var name = "Careline"
    }

    struct Person: Codable, Sendable {
        var id: String
        var name: String
        var displayName: String
    }

    struct Parameter: Codable, Sendable {
        var type = "public-key"
        var alg: Int
    }

    struct Selection: Codable, Sendable {
        // To be found without a name typed before.
        var residentKey = "required"
        var requireResidentKey = true
        var userVerification = "required"
    }

    var rp: Party
    var user: Person
    var challenge: String
    var pubKeyCredParams = PasskeyPublicKey.algorithms.map { Parameter(alg: $0) }
    /// Milliseconds.
    var timeout = Int(Passkey.lifetime * 1000)
    /// On these devices the person has one.
    var excludeCredentials: [PasskeyDescriptorView]
    var authenticatorSelection = Selection()
    var attestation = "none"

    init(_ party: RelyingParty, for user: UserRecord, challenge: [UInt8], besides passkeys: [PasskeyRecord]) {
        rp = Party(id: party.id)
        self.user = Person(id: Base64URL.encode(user.id.handle), name: user.username, displayName: user.fullName ?? user.username)
        self.challenge = Base64URL.encode(challenge)
        excludeCredentials = passkeys.map(PasskeyDescriptorView.init)
    }
}
