/// What an authenticator signs beside what the browser says (WebAuthn, 6.1): for whom, whether its person was there and proved it, and of a new credential its id and key.
struct AuthenticatorData: Equatable, Sendable {
    struct Credential: Equatable, Sendable {
        var id: [UInt8]
        /// The COSE_Key's bytes.
        var publicKey: [UInt8]
    }

    static let shortest = 37
    /// Of a credential's id (WebAuthn, 7.1, step 25).
    static let longestID = 1023

    /// SHA-256 of the RP id.
    var relyingPartyHash: [UInt8]
    var isPresent: Bool
    var isVerified: Bool
    /// It can be copied to other devices of its person.
    var isBackupEligible: Bool
    var isBackedUp: Bool
    var signCount: UInt32
    var credential: Credential?

    /// Nil when it is none: also with bytes left over, or parts that its flags do not announce.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.shortest else { return nil }
        let flags = bytes[32]
        func isSet(_ bit: UInt8) -> Bool { flags & 1 << bit != 0 }
        relyingPartyHash = Array(bytes[..<32])
        (isPresent, isVerified, isBackupEligible, isBackedUp) = (isSet(0), isSet(2), isSet(3), isSet(4))
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var position = Self.shortest
        if isSet(6) {
            guard let credential = Self.credential(bytes, &position) else { return nil }
            self.credential = credential
        }
        if isSet(7) {
            var reader = CBORReader(bytes, at: position)
            guard case .map = try? reader.next() else { return nil }
            position = reader.position
        }
        // What is not to be copied is no copy (6.1.3).
        guard position == bytes.count, isBackupEligible || !isBackedUp else { return nil }
    }

    /// The AAGUID, which nobody reads, the id with its length, and the key.
    private static func credential(_ bytes: [UInt8], _ position: inout Int) -> Credential? {
        guard bytes.count >= position + 18 else { return nil }
        let length = Int(bytes[position + 16]) << 8 | Int(bytes[position + 17])
        position += 18
        guard (1...longestID).contains(length), bytes.count >= position + length else { return nil }
        let id = Array(bytes[position..<position + length])
        position += length
        var reader = CBORReader(bytes, at: position)
        guard case .map = try? reader.next() else { return nil }
        defer { position = reader.position }
        return Credential(id: id, publicKey: Array(bytes[position..<reader.position]))
    }
}
