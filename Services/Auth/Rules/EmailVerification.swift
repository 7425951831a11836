import Foundation

/// How somebody proves that an address is theirs.
enum EmailVerification {
    /// Of a link, from when it is mailed.
    static let lifetime: TimeInterval = 86_400
    /// Links of one person that may be valid at a time, so that nobody has others' letter boxes filled.
    static let mostLinks = 3

    /// Whether they are one letter box: domains know no case, and of what stands before the @ no two are told apart by it.
    static func isSame(_ address: MailAddress, as other: MailAddress?) -> Bool { address.text.lowercased() == other?.text.lowercased() }
}
