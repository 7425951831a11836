import JSON

/// What a browser says of a ceremony (WebAuthn, 5.8.1): what it was asked for, and by which page.
struct PasskeyClientData: Decodable, Equatable, Sendable {
    enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case signIn = "webauthn.get"
    }

    static let longest = 4096

    var type: String
    /// base64url.
    var challenge: String
    var origin: String
    /// In a frame of another origin's page.
    var crossOrigin: Bool?
    var topOrigin: String?

    /// Nil when it is none. What browsers add to it later is passed over, as they ask for.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.longest, let data = try? JSONDocument(bytes, limits: .body).decode(PasskeyClientData.self) else { return nil }
        self = data
    }

    /// Whether it is of this ceremony, on a page of ours that is in nobody's frame.
    func isFrom(_ party: RelyingParty, _ ceremony: Ceremony) -> Bool {
        type == ceremony.rawValue && origin == party.origin && crossOrigin != true && topOrigin == nil
    }
}
