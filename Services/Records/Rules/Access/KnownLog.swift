import CareModels
import Foundation

/// How long rows of the log were kept at an instant.
struct KnownRetention: Equatable, Sendable {
    var seconds: Int
    var at: Date

    /// What was written before this may be gone, as far as these say: between two of them it may have been changed at any time, so that the shorter one counts until the later.
    static func limit(_ known: [KnownRetention]) -> Date {
        let all = known.sorted { $0.at < $1.at }
        let last = all.last.map { $0.at.addingTimeInterval(-Double($0.seconds)) }
        let between = zip(all, all.dropFirst()).map { one, next in next.at.addingTimeInterval(-Double(min(one.seconds, next.seconds))) }
        return (between + [last].compactMap { $0 }).max() ?? .distantPast
    }

    /// Those by which that is as it is by all.
    static func needed(_ known: [KnownRetention]) -> [KnownRetention] {
        let all = known.sorted { $0.at < $1.at }
        return all.indices.filter { index in
            guard index > 0, index + 1 < all.count else { return true }
            return all[index - 1].seconds != all[index].seconds || all[index].seconds != all[index + 1].seconds
        }.map { all[$0] }
    }
}

/// A key that receipts were signed with, by its thumbprint (RFC 7638), and when its master key was last in service: what it has signed since then nobody has who may.
struct KnownReceiptKey: Equatable, Sendable {
    var id: String
    var at: Date
}

/// What somebody kept of the log where whoever can write to the database has no reach: where the chains ended, and by what it can be judged later whether what is gone of
/// them may be.
struct KnownLog: Equatable, Sendable {
    var heads: [KnownAccess] = []
    var retentions: [KnownRetention] = []
    var receiptKeys: [KnownReceiptKey] = []
}

extension KnownLog {
    private static let (retention, receiptKey) = ("retention", "receipt-key")

    /// Takes in a line of a file; false for what is none.
    mutating func add(_ line: some StringProtocol) -> Bool {
        let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map { String($0) }
        switch parts[0] {
        case Self.retention:
            guard parts.count == 3, parts[1].hasSuffix("s"), let seconds = Int(parts[1].dropLast()), seconds > 0, let at = RFC3339.parse(parts[2]) else { return false }
            retentions.append(KnownRetention(seconds: seconds, at: at))
        case Self.receiptKey:
            guard parts.count == 3, Base64URL.decode(parts[1])?.count == 32, let at = RFC3339.parse(parts[2]) else { return false }
            receiptKeys.append(KnownReceiptKey(id: parts[1], at: at))
        default:
            guard let head = KnownAccess(line) else { return false }
            heads.append(head)
        }
        return true
    }

    /// What is kept beside the heads: `retention:SECONDSs:INSTANT` and `receipt-key:THUMBPRINT:INSTANT`.
    var notes: [String] {
        retentions.map { "\(Self.retention):\($0.seconds)s:\(RFC3339.format($0.at))" } + receiptKeys.map { "\(Self.receiptKey):\($0.id):\(RFC3339.format($0.at))" }
    }
}
