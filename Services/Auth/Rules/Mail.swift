import Foundation

/// A mail to a person about their account, in plain text. It holds nothing about anybody's health.
struct Mail: Equatable, Sendable {
    /// What there is no use in sending later than a day or two.
    static let patience: TimeInterval = 2 * 86_400

    var address: MailAddress
    var subject: String
    /// Lines of any length, each ended by a line feed.
    var text: String
}
