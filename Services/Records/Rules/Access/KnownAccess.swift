import CareModels
import Foundation

/// Where a person's chain ended once, as somebody kept it where whoever can write to the database has no reach.
struct KnownAccess: Equatable, Sendable {
    /// When its row was written: that says when it may be gone.
    enum Age: Equatable, Sendable {
        case written(Date)
        /// It was no longer kept even then, so nothing is lost where the chain begins behind it.
        case gone
        /// A line of before 2.1.0, which has no time.
        case unsaid
    }

    var owner: UserID
    var sequence: Int
    var hash: [UInt8]
    var age: Age
}

extension KnownAccess {
    /// - Parameter instant: stands for the time of a row that is not there, or is not what was written; it is no older than that then.
    init(_ head: AccessChain.Head, at instant: Date? = nil) {
        let unseen: Age = head.sequence == head.start ? .gone : instant.map(Age.written) ?? .unsaid
        self.init(owner: head.owner, sequence: head.sequence, hash: head.hash, age: head.lastAt.map(Age.written) ?? unseen)
    }
}

extension KnownAccess: CustomStringConvertible {
    /// `PERSON:PLACE:HASH:INSTANT`, with `-` for the instant of a row that was gone; as it was kept before 2.1.0: `PERSON:PLACE:HASH`.
    var description: String {
        let head = "\(owner):\(sequence):\(Base64URL.encode(hash))"
        return switch age {
        case .written(let instant): "\(head):\(RFC3339.format(instant))"
        case .gone: "\(head):-"
        case .unsaid: head
        }
    }

    init?(_ text: some StringProtocol) {
        // An instant has colons too.
        let parts = text.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, let owner = UserID(parts[0]), let sequence = Int(parts[1]), sequence >= 1, let hash = Base64URL.decode(parts[2]), hash.count == 32,
            let age = parts.count == 3 ? Age.unsaid : Age(String(parts[3]))
        else { return nil }
        self.init(owner: owner, sequence: sequence, hash: hash, age: age)
    }
}

extension KnownAccess.Age {
    fileprivate init?(_ text: String) {
        if text == "-" {
            self = .gone
        } else if let instant = RFC3339.parse(text) {
            self = .written(instant)
        } else {
            return nil
        }
    }
}
