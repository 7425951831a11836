import CareModels

/// A refresh token as the client holds it: the handle of its family (128 random bits) and a 256-bit secret, in base64url.
///
/// The handle finds the family by a primary key and appears nowhere else, so who shows it with a wrong secret holds a spent
/// token of that family. The database keeps only SHA-256 hashes. A successor is derived from its predecessor under a key
/// that never enters the database; that is how a retry whose response was lost gets the same successor again without its
/// being stored: only who still holds the predecessor, together with the server's key, can make it.
struct RefreshToken: Equatable, Sendable {
    var handle: [UInt8]
    var secret: [UInt8]

    init(handle: [UInt8], secret: [UInt8]) {
        self.handle = handle
        self.secret = secret
    }

    init?(_ text: String) {
        guard text.utf8.count == 64, let bytes = Base64URL.decode(text) else { return nil }
        handle = Array(bytes.prefix(16))
        secret = Array(bytes.dropFirst(16))
    }

    var text: String { Base64URL.encode(handle + secret) }

    var hash: [UInt8] { Secret.hash(handle + secret) }
}
