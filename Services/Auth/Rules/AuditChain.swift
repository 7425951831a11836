import CareModels
import Crypto
import Foundation

/// The audit as a chain: each row's hash is over the row and the hash of the one before, so that nothing in between is changed, taken out or put in
/// without every hash behind it being another; and the last hash is sealed with a key that is not in the database.
enum AuditChain {
    /// A row's place and hash; the place is that of the order in which rows were sealed.
    struct Link: Equatable, Sendable {
        var place: Int
        var hash: [UInt8]

        /// Before the first row.
        static let origin = Link(place: 0, hash: [UInt8](repeating: 0, count: 32))
    }

    /// A link that somebody kept elsewhere.
    struct Known: Equatable, Sendable {
        var link: Link
        /// When its row was written, which says when it may have been purged; nil: whoever kept it did not say.
        var at: Date?
    }

    /// What the chain says of itself.
    struct Ends: Equatable, Sendable {
        /// The last row that was purged.
        var start = Link.origin
        /// The last one that was sealed.
        var head = Link.origin

        /// What is authenticated.
        var message: [UInt8] { Array("\(start) \(head)".utf8) }
    }

    enum Fault: Error, Equatable {
        /// The row at this place is not there, or stands elsewhere.
        case missing(Int)
        /// The row at this place is not what was sealed.
        case altered(Int)
        /// There are sealed rows, and nothing says where the chain begins and ends.
        case noEnds
        /// Where it begins and ends was not written by this service, or under a master key that is no longer there.
        case forgedEnds
        /// The last row is not the one that was sealed last.
        case wrongHead
        /// A place and hash that somebody kept is none of this chain's.
        case unknownLink(Int)
        /// The chain begins behind a link that somebody kept, and its row is too young to have been purged.
        case cut(Int)
    }

    static func link(_ row: AuditRow, after previous: Link) -> Link {
        let place = previous.place + 1
        var hash = SHA256()
        hash.update(data: previous.hash)
        for (name, value) in [("place", Array(String(place).utf8))] + row.fields {
            hash.update(data: counted(Array(name.utf8)))
            hash.update(data: counted(value))
        }
        return Link(place: place, hash: Array(hash.finalize()))
    }

    /// That these rows follow `previous`, one after the other; the last one's link.
    static func check(_ rows: [SealedAuditRow], after previous: Link) throws(Fault) -> Link {
        var previous = previous
        for row in rows {
            guard row.link.place == previous.place + 1 else { throw .missing(previous.place + 1) }
            let link = link(row.row, after: previous)
            guard link == row.link else { throw .altered(link.place) }
            previous = link
        }
        return previous
    }

    /// With its length before it, so that no two rows are the same bytes.
    private static func counted(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt32(bytes.count)
        return [UInt8(length >> 24), UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + bytes
    }
}

extension AuditChain.Link: CustomStringConvertible {
    /// `PLACE:HASH`, as it is kept elsewhere.
    var description: String { "\(place):\(Base64URL.encode(hash))" }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int(parts[0]), place >= 0, let hash = Base64URL.decode(String(parts[1])), hash.count == 32 else { return nil }
        self.init(place: place, hash: Array(hash))
    }
}

extension AuditChain.Known: CustomStringConvertible {
    /// `PLACE:HASH:INSTANT`; as it was kept before 2.1.0: `PLACE:HASH`.
    var description: String { at.map { "\(link):\(RFC3339.format($0))" } ?? "\(link)" }

    init?(_ text: String) {
        // An instant has colons too.
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard let link = AuditChain.Link(parts.prefix(2).joined(separator: ":")) else { return nil }
        self.init(link: link)
        if parts.count == 3 {
            guard let instant = RFC3339.parse(String(parts[2])) else { return nil }
            at = instant
        }
    }
}
