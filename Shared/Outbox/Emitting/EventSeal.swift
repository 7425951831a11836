import CareModels
import Foundation
import Postgres
import Sealing
import Telemetry

/// Seals the data of events that hold a value of somebody's health while they wait in the outbox, so that a copy of the database
/// does not show it. The relay opens them: on the topic they are what every event is.
package struct EventSeal: Sendable {
    /// Event data is a JSON object, and begins with a brace; a sealed one with this, the master key's id, then AES-GCM's nonce,
    /// ciphertext and tag.
    private static let format: UInt8 = 1

    private let masters: MasterKeys

    package init(_ masters: MasterKeys) { self.masters = masters }

    func seal(_ data: some DataProtocol, of event: UUID) throws -> [UInt8] {
        let master = masters.current
        let sealed = try master.events.seal(data, at: Self.place(event))
        return [Self.format] + Array(master.id.utf8) + Array(sealed)
    }

    static func isSealed(_ data: [UInt8]) -> Bool { data.first == format }

    /// Throws `CannotOpen`, or `MasterKeyMissing`.
    func open(_ data: [UInt8], of event: UUID) throws -> [UInt8] {
        let head = 1 + MasterKey.idLength
        guard data.count > head, Self.isSealed(data) else { throw CannotOpen() }
        let id = String(decoding: data[1..<head], as: UTF8.self)
        guard let master = masters.key(id) else { throw MasterKeyMissing(id: id) }
        return Array(try master.events.open(data[head...], at: Self.place(event)))
    }

    /// Seals up to `limit` events anew that an earlier master key seals, from a position on, and gives the one to go on after; nil
    /// when there are no more. The only change that rows of the outbox ever see, once for each new master key.
    func reseal(after position: Int?, limit: Int, _ tx: Transaction) async throws -> Int? {
        let earlier = masters.earlier.map { SQL("\(Array($0.id.utf8))") }
        guard !earlier.isEmpty else { return nil }
        // By the index outbox_sealed.
        let rows = try await tx.query(
            """
            SELECT position, event_id, data FROM outbox
            WHERE substring(data FROM 1 FOR 1) = '\\x01' AND substring(data FROM 2 FOR 16) IN (\(SQL.join(earlier, separator: ", ")))
              AND position > \(position ?? 0)
            ORDER BY position LIMIT \(limit) FOR NO KEY UPDATE
            """)
        var updates: [SQL] = []
        for row in rows {
            let (position, event): (Int, UUID) = (try row["position"], try row["event_id"])
            // One that does not open holds up nobody: the relay, too, says so when it comes to it.
            guard let data = try? open(try row["data"], of: event) else {
                ResealMetrics.failures("event").add()
                continue
            }
            updates.append("UPDATE outbox SET data = \(try seal(data, of: event)) WHERE position = \(position)")
        }
        try await tx.batch(updates)
        return rows.count == limit ? try rows.last?["position"] : nil
    }

    private static func place(_ event: UUID) -> String { "outbox data \(event.lowercaseText)" }
}
