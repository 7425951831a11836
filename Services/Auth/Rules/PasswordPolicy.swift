import CareModels
import Foundation

/// Which new passwords are accepted (NIST SP 800-63B, 3.1.1.2: length, a list of common ones, what names the person or the service; no
/// rules of composition).
struct PasswordPolicy: Sendable {
    enum Fault: Equatable {
        case tooShort, tooLong, common, likeUsername, likeEmail, likeService

        var message: Text {
            switch self {
            case .tooShort: "must have at least \(PasswordPolicy.lengths.lowerBound) characters"
            case .tooLong: "must have at most \(limit: PasswordPolicy.lengths.upperBound) characters"
            case .common: "is among the passwords that are tried first, or is one of them with digits and signs around; take several unrelated words"
            case .likeUsername: "must not contain the username"
            case .likeEmail: "must not be the e-mail address, or what stands before its @, with a few characters around"
            case .likeService: "must not be the name of the service with a few characters around"
            }
        }
    }

    /// In Unicode code points, after normalization.
    static let lengths = 12...128
    private static let service = "careline"
    /// Shorter names are parts of words.
    private static let shortestName = 4

    /// Words that people build passwords from, beside `CommonPasswords`; case-folded.
    private let words: Set<String>

    /// One entry a line; a line that begins with `#` is a comment.
    init(commonList: [UInt8]) {
        let lines = String(decoding: commonList, as: UTF8.self).split(separator: "\n")
        words = Set(lines.filter { !$0.hasPrefix("#") }.map { $0.lowercased() })
    }

    /// As it is sent.
    static let mostBytes = 512

    /// NFKC, so that the same password typed on different keyboards is the same bytes. What is longer than any password stays as it is: too long for a new one, and at
    /// a login, where it costs what every other wrong one costs, nobody's.
    static func normalize(_ password: String) -> String {
        password.utf8.count <= mostBytes ? password.precomposedStringWithCompatibilityMapping : password
    }

    /// Expects a normalized password and username.
    func fault(in password: String, username: String, email: String? = nil) -> Fault? {
        let length = password.unicodeScalars.count
        if length < Self.lengths.lowerBound { return .tooShort }
        if length > Self.lengths.upperBound { return .tooLong }
        let folded = password.lowercased()
        if username.utf8.count >= Self.shortestName, folded.contains(username) { return .likeUsername }
        if Self.names(email).contains(where: { Self.isLittleMore(than: $0, folded) }) { return .likeEmail }
        if Self.isLittleMore(than: Self.service, folded) { return .likeService }
        return isCommon(folded) ? .common : nil
    }

    /// An e-mail address and what stands before its @, case-folded.
    private static func names(_ email: String?) -> [String] {
        guard let whole = email.map({ normalize($0).trimmingCharacters(in: .whitespaces).lowercased() }) else { return [] }
        return [whole] + whole.split(separator: "@").prefix(1).map(String.init)
    }

    /// Whether without `name` too little remains to be a password.
    private static func isLittleMore(than name: String, _ folded: String) -> Bool {
        guard name.utf8.count >= shortestName, folded.contains(name) else { return false }
        return folded.replacingOccurrences(of: name, with: "").unicodeScalars.count < lengths.lowerBound
    }

    /// On a list, or on it with digits and signs around, or hardly any different characters, or a run such as `abcdef…`.
    private func isCommon(_ folded: String) -> Bool {
        if isListed(folded) || Set(folded.unicodeScalars).count < 5 || isRun(folded) { return true }
        let isDecoration = { (character: Character) in !character.isLetter }
        let withoutTail = String(folded.reversed().drop(while: isDecoration).reversed())
        let bare = String(withoutTail.drop(while: isDecoration))
        return bare.isEmpty ? false : isListed(bare) || isListed(withoutTail)
    }

    private func isListed(_ folded: String) -> Bool { words.contains(folded) || CommonPasswords.contains(folded) }

    /// Every character one more, or one less, than the one before (9 to 0 counts as a step).
    private func isRun(_ folded: String) -> Bool {
        let values = folded.unicodeScalars.map { Int($0.value) }
        let steps = zip(values, values.dropFirst()).map { $0.1 - $0.0 }
        return steps.allSatisfy { $0 == 1 || $0 == -9 } || steps.allSatisfy { $0 == -1 || $0 == 9 }
    }
}
