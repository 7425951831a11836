import CareModels
import Foundation
import JSON

/// Data that its person alone can open, as their app has sealed it: docs/records.md has it byte by byte. What is checked is its form; what it holds nobody
/// here can know.
struct SealedEnvelope: Equatable, Sendable {
    static let mediaType = "application/vnd.careline.sealed+json"
    /// HPKE's base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM for the content key; AES-256-GCM for the content.
    static let suite = "HPKE-P256-SHA256-A256GCM"
    static let mostRecipients = 100

    /// Which thing it is a state of; drawn by the client, and bound into the ciphertext.
    var objectID: UUID
    /// 1 for the first state, then one more each.
    var revision: Int
    var nonce: String
    var ciphertext: String
    /// Whose keys the content's key is wrapped for, by their thumbprints.
    var recipients: [String]

    /// Whether a Content-Type names it.
    static func isMeant(_ contentType: String?) -> Bool { contentType.map(MediaType.name) == mediaType }

    /// As it was checked when it was stored.
    init(stored body: [UInt8]) throws { try self.init(JSONDocument(body, limits: .resource).root) }

    private static let members: Set = ["version", "suite", "objectId", "revision", "nonce", "ciphertext", "recipients"]
    private static let recipientMembers: Set = ["key", "encapsulated", "wrapped"]

    /// Every fault at once.
    init(_ value: JSONValue) throws(Faults) {
        var checks = Checks()
        Self.checkMembers(of: value, Self.members, "", &checks)
        checks.check(value["version"]?.number == 1, "version", "must be that of this form of envelope: 1")
        checks.check(value["suite"]?.string == Self.suite, "suite", "must be the suite \(Self.suite)")
        let objectID = value["objectId"]?.string.flatMap(UUID.init(uuidString:))
        // One spelling, since it is bound into the ciphertext as it is spelled.
        checks.check(objectID.map { $0.lowercaseText == value["objectId"]?.string } ?? false, "objectId", "must be a UUID in small letters")
        let revision = value["revision"]?.number.flatMap { Int(exactly: $0) } ?? 0
        checks.check((1...Self.lastRevision).contains(revision), "revision", "must be a whole number from 1")
        let nonce = Self.bytes(value["nonce"], "nonce", 12...12, &checks)
        let ciphertext = Self.bytes(value["ciphertext"], "ciphertext", 16...Int.max, &checks)
        let recipients = Self.recipients(value["recipients"], &checks)
        self.objectID = try checks.done(objectID)
        (self.revision, self.nonce, self.ciphertext, self.recipients) = (revision, nonce, ciphertext, recipients)
    }

    private static let lastRevision = 1 << 50

    private static func recipients(_ value: JSONValue?, _ checks: inout Checks) -> [String] {
        guard let value, value.kind == .array, (1...mostRecipients).contains(value.childCount) else {
            checks.fail("recipients", "must be a list of 1 to \(limit: mostRecipients)")
            return []
        }
        var seen: Set<String> = []
        for (index, recipient) in value.children.enumerated() {
            let place = "recipients[\(index)]"
            checkMembers(of: recipient, recipientMembers, place + ".", &checks)
            let key = bytes(recipient["key"], place + ".key", 32...32, &checks)
            _ = bytes(recipient["encapsulated"], place + ".encapsulated", 65...65, &checks)
            _ = bytes(recipient["wrapped"], place + ".wrapped", 48...48, &checks)
            checks.check(seen.insert(key).inserted, place + ".key", "must not be a recipient twice")
        }
        return value.children.compactMap { $0["key"]?.string }
    }

    /// Beside what is sealed there is no place for anything in the clear.
    private static func checkMembers(of value: JSONValue, _ known: Set<String>, _ place: String, _ checks: inout Checks) {
        guard value.kind == .object else { return checks.fail(place.isEmpty ? "body" : String(place.dropLast()), "must be an object of an envelope") }
        for child in value.children {
            guard let name = child.name, !known.contains(name) else { continue }
            checks.fail(place + name.shortened, "is not known")
        }
    }

    /// base64url without padding, of so many bytes.
    private static func bytes(_ value: JSONValue?, _ field: String, _ length: ClosedRange<Int>, _ checks: inout Checks) -> String {
        guard let text = value?.string, let bytes = Base64URL.decode(text), length.contains(bytes.count) else {
            if length.lowerBound == length.upperBound {
                checks.fail(field, "must be base64url, without padding, of \(length.lowerBound) bytes")
            } else {
                checks.fail(field, "must be base64url, without padding, of at least \(length.lowerBound) bytes")
            }
            return ""
        }
        return text
    }
}

// MARK: What may follow

extension SealedEnvelope {
    /// The next state of the same thing; or the same state for other recipients, of which no byte changed.
    func checkFollows(_ previous: SealedEnvelope) throws(Faults) {
        var checks = Checks()
        checks.check(objectID == previous.objectID, "objectId", "must stay what it was")
        let isSame = (nonce, ciphertext) == (previous.nonce, previous.ciphertext)
        switch revision {
        case previous.revision: checks.check(isSame, "ciphertext", "must be that of this revision; what is new is the next one")
        case previous.revision + 1: checks.check(!isSame, "ciphertext", "must be sealed anew for the next revision")
        default: checks.fail("revision", "must be \(previous.revision), or \(previous.revision + 1) for what is new")
        }
        try checks.done()
    }

    /// Some key of the owner's own opens it, and none that they have retired. `own`: whether each of theirs is retired. Of other keys nothing is known here.
    func checkRecipients(_ own: [String: Bool]) throws(Faults) {
        var checks = Checks()
        for (index, key) in recipients.enumerated() where own[key] == true {
            checks.fail("recipients[\(index)].key", "is retired")
        }
        checks.check(recipients.contains { own[$0] == false }, "recipients", "must name one of your own keys")
        try checks.done()
    }
}
