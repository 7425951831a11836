import CareModels
import Foundation

/// Seals the data of events that hold a value of somebody's health while they wait in the outbox, so that a copy of the database
/// does not show it. The relay opens them: on the topic they are what every event is.
public struct EventSeal: Sendable {
    /// Event data is a JSON object, and begins with a brace; a sealed one with this, the master key's fingerprint, then AES-GCM's nonce,
    /// ciphertext and tag.
    private static let format: UInt8 = 1

    private let masters: MasterKeys

    public init(_ masters: MasterKeys) { self.masters = masters }

    func seal(_ data: some DataProtocol, of event: UUID) throws -> [UInt8] {
        let master = masters.current
        let sealed = try master.events.seal(data, at: Self.place(event))
        return [Self.format] + Array(master.id.utf8) + Array(sealed)
    }

    static func isSealed(_ data: [UInt8]) -> Bool { data.first == format }

    /// Throws `CannotOpen`, or `MasterKeyMissing`.
    func open(_ data: [UInt8], of event: UUID) throws -> [UInt8] {
        let head = 1 + masters.current.id.utf8.count
        guard data.count > head, Self.isSealed(data) else { throw CannotOpen() }
        let id = String(decoding: data[1..<head], as: UTF8.self)
        guard let master = masters.key(id) else { throw MasterKeyMissing(id: id) }
        return Array(try master.events.open(data[head...], at: Self.place(event)))
    }

    private static func place(_ event: UUID) -> String { "outbox data \(event.lowercaseText)" }
}
