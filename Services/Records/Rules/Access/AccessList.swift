import CareModels
import Crypto
import Foundation

/// Where all chains ended on one day, in pages. A list lies in the database, and what it holds is believed only by who has its hash from elsewhere, as it was told when
/// it was made.
enum AccessList {
    /// What is told of a list: its number and the hash over all that it holds. It names nobody.
    struct Mark: Hashable, Sendable {
        var number: Int
        var hash: [UInt8]
    }

    /// A head's: person, place, hash, instant.
    private static let length = 16 + 8 + 32 + 8

    /// Before the first page.
    static func beginning(_ number: Int, at instant: Date) -> [UInt8] {
        Array(SHA256.hash(data: Data("careline access list \(number) \(RFC3339.format(instant))".utf8)))
    }

    static func hash(_ page: [UInt8], after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: previous)
        hash.update(data: page)
        return Array(hash.finalize())
    }

    static func page(_ heads: [KnownAccess]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(heads.count * length)
        for head in heads {
            withUnsafeBytes(of: head.owner.uuid.uuid) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: Int64(head.sequence).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: head.hash)
            withUnsafeBytes(of: head.age.number.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Nil for what is no page.
    static func heads(_ page: [UInt8]) -> [KnownAccess]? {
        guard page.count.isMultiple(of: length) else { return nil }
        return page.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: length).map { start -> KnownAccess in
                let number = { (offset: Int) -> Int64 in Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Int64.self)) }
                return KnownAccess(
                    owner: UserID(UUID(uuid: bytes.loadUnaligned(fromByteOffset: start, as: uuid_t.self))), sequence: Int(number(16)),
                    hash: Array(bytes[(start + 24)..<(start + 56)]), age: KnownAccess.Age(number: number(56)))
            }
        }
    }
}

extension AccessList.Mark: CustomStringConvertible {
    /// `NUMBER:HASH`, as the log has it.
    var description: String { "\(number):\(Base64URL.encode(hash))" }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), number >= 1, let hash = Base64URL.decode(parts[1]), hash.count == 32 else { return nil }
        self.init(number: number, hash: hash)
    }
}

extension KnownAccess.Age {
    /// Milliseconds since 1970, or what no instant is.
    fileprivate var number: Int64 {
        switch self {
        case .written(let instant): Int64((instant.timeIntervalSince1970 * 1000).rounded())
        case .gone: .max
        case .unsaid: .min
        }
    }

    fileprivate init(number: Int64) {
        switch number {
        case .max: self = .gone
        case .min: self = .unsaid
        default: self = .written(Date(timeIntervalSince1970: Double(number) / 1000))
        }
    }
}
