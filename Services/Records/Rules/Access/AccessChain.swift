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
        /// When its last row was written, as far as that row is there and is what was written.
        var lastAt: Date?
        /// When the person's key was destroyed.
        var erasedAt: Date?
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
        /// The chain begins behind a head that somebody kept, and what was before it is too young to have been taken away.
        case cut(UserID, Int)
        /// It is said that the person was erased, and their key is there.
        case unerased(UserID)
        /// What was kept is said to have been destroyed at the person's wish, by a receipt that we have not signed.
        case unsignedReceipt(UserID, ReceiptID)
        /// A list that is known from elsewhere is not there.
        case noList(Int)
        /// It does not hold what it held when its hash was told.
        case alteredList(Int)
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
