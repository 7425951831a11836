import CareModels
import Crypto
import Foundation

/// App data that only its recipients' keys open: HPKE over P-256 wraps a key of its own for each of them, and that key seals the content. The platform's guide to
/// health records says how it is made, byte by byte.
struct SealedEnvelope: Codable, Equatable, Sendable {
    struct Recipient: Codable, Equatable, Sendable {
        /// The public key's thumbprint.
        var key: String
        var encapsulated: String
        var wrapped: String
    }

    static let mediaType = "application/vnd.careline.sealed+json"
    static let suite = "HPKE-P256-SHA256-A256GCM"

    var version = 1
    var suite = Self.suite
    var objectId: String
    var revision: Int
    var nonce: String
    var ciphertext: String
    var recipients: [Recipient]

    /// A state of an object, under a key and a nonce that are its own.
    init(_ content: Data, of person: UserID, object: UUID, revision: Int, for keys: [SealingPublicKey]) throws {
        objectId = object.lowercaseText
        self.revision = revision
        let key = SymmetricKey(size: .bits256)
        let place = Self.place(person, objectId, revision)
        let sealed = try AES.GCM.seal(content, using: key, authenticating: place)
        nonce = Base64URL.encode(Data(sealed.nonce))
        ciphertext = Base64URL.encode(sealed.ciphertext + sealed.tag)
        recipients = try keys.map { try Self.wrap(key, for: $0, place) }
    }

    /// The content, by the first of these keys that it is for. Throws `SealedFault`.
    func open(for person: UserID, with keys: [SealingKey]) throws(SealedFault) -> Data {
        guard version == 1, suite == Self.suite else { throw .unreadable }
        let (key, place) = (try contentKey(person, keys), Self.place(person, objectId, revision))
        guard let nonce = Base64URL.decode(nonce), let sealed = Base64URL.decode(ciphertext), nonce.count == 12, sealed.count >= 16 else { throw .unreadable }
        do {
            return try AES.GCM.open(AES.GCM.SealedBox(combined: Data(nonce + sealed)), using: key, authenticating: place)
        } catch {
            throw .unreadable
        }
    }

    /// The same state for more keys: nonce and ciphertext stay.
    func shared(with others: [SealingPublicKey], of person: UserID, by keys: [SealingKey]) throws -> SealedEnvelope {
        let key = try contentKey(person, keys)
        let known = Set(recipients.map(\.key))
        var changed = self
        changed.recipients += try others.filter { !known.contains($0.thumbprint) }.map { try Self.wrap(key, for: $0, Self.place(person, objectId, revision)) }
        return changed
    }

    // MARK: Inside

    private static let info = Data("careline app data key v1".utf8)
    private static var algorithms: HPKE.Ciphersuite { .P256_SHA256_AES_GCM_256 }

    /// What the envelope is bound to: it opens for its person, its object and its revision alone.
    private static func place(_ person: UserID, _ object: String, _ revision: Int) -> Data { Data("careline app data v1\n\(person)\n\(object)\n\(revision)".utf8) }

    private static func wrap(_ key: SymmetricKey, for recipient: SealingPublicKey, _ place: Data) throws -> Recipient {
        var sender = try HPKE.Sender(recipientKey: recipient.key(), ciphersuite: algorithms, info: info)
        let wrapped = try sender.seal(key.withUnsafeBytes { Data($0) }, authenticating: place)
        return Recipient(key: recipient.thumbprint, encapsulated: Base64URL.encode(sender.encapsulatedKey), wrapped: Base64URL.encode(wrapped))
    }

    private func contentKey(_ person: UserID, _ keys: [SealingKey]) throws(SealedFault) -> SymmetricKey {
        let pairs = keys.compactMap { key in recipients.first { $0.key == key.publicKey.thumbprint }.map { (key, $0) } }
        guard let (key, recipient) = pairs.first else { throw .notForThisDevice }
        guard let encapsulated = Base64URL.decode(recipient.encapsulated), let wrapped = Base64URL.decode(recipient.wrapped) else { throw .unreadable }
        do {
            var opener = try HPKE.Recipient(
                privateKey: key.key(), ciphersuite: Self.algorithms, info: Self.info, encapsulatedKey: Data(encapsulated))
            return SymmetricKey(data: try opener.open(Data(wrapped), authenticating: Self.place(person, objectId, revision)))
        } catch {
            throw .unreadable
        }
    }
}

/// Why something sealed does not open.
public enum SealedFault: Error, Equatable, Sendable {
    /// None of this device's keys is among those that it was sealed for.
    case notForThisDevice
    /// It is damaged, or is not what it says that it is.
    case unreadable
    /// This device has seen a later state of it: somebody has brought an old one back.
    case older
}
