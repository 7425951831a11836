import CareModels
import Crypto
import Foundation

/// A row of the log as it is stored.
struct AccessRow: Equatable, Sendable {
    var owner: UserID
    var id: UUID
    /// Whole milliseconds.
    var at: Date
    var body: [UInt8]

    /// What the chain is made of.
    var digest: [UInt8] {
        var hash = SHA256()
        for uuid in [owner.uuid, id] { withUnsafeBytes(of: uuid.uuid) { hash.update(bufferPointer: $0) } }
        let milliseconds = Int64((at.timeIntervalSince1970 * 1000).rounded())
        withUnsafeBytes(of: milliseconds.bigEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: body)
        return Array(hash.finalize())
    }
}

/// A person's log as a chain: the first hash is the first row's digest, each other one is over the hash before it and its own row's digest.
enum AccessChain {
    struct Head: Equatable, Sendable {
        var owner: UserID
        var sequence: Int
        var hash: [UInt8]
        /// Behind which the chain begins, since what was before is no longer kept.
        var start = 0
        var startHash: [UInt8]?
        var isErased = false
    }

    enum Fault: Error, Equatable {
        /// There is no row at this place.
        case missing(UserID, Int)
        /// The row at this place is not what was written, or not where it was.
        case altered(UserID, Int)
        /// Rows go on behind where the chain ends, or are before where it begins.
        case beyond(UserID, Int)
        /// Rows without a head.
        case headless(UserID)
        /// A head that somebody kept is none of this chain's.
        case unknownHead(UserID, Int)
    }

    static func next(_ digest: [UInt8], after previous: [UInt8]?) -> [UInt8] {
        guard let previous else { return digest }
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: digest)
        return Array(hash.finalize())
    }

    /// Over all heads, in the order of their persons: what an operator can keep elsewhere.
    struct Digest {
        private var hash = SHA256()

        mutating func add(_ head: Head) {
            withUnsafeBytes(of: head.owner.uuid.uuid) { hash.update(bufferPointer: $0) }
            withUnsafeBytes(of: Int64(head.sequence).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: head.hash)
        }

        var text: String { Base64URL.encode(Array(hash.finalize())) }
    }
}

extension AccessChain.Head: CustomStringConvertible {
    /// `PERSON:PLACE:HASH`, as it is kept elsewhere.
    var description: String { "\(owner):\(sequence):\(Base64URL.encode(hash))" }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let owner = UserID(parts[0]), let sequence = Int(parts[1]), sequence >= 1, let hash = Base64URL.decode(String(parts[2])),
            hash.count == 32
        else { return nil }
        self.init(owner: owner, sequence: sequence, hash: Array(hash))
    }
}
