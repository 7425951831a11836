import Foundation

/// Which new passwords are accepted (NIST SP 800-63B, 3.1.1: length and a list of common ones, no rules of composition).
struct PasswordPolicy: Sendable {
    enum Fault: Equatable {
        case tooShort, tooLong, common, likeUsername

        var message: String {
            switch self {
            case .tooShort: "must have at least \(PasswordPolicy.lengths.lowerBound) characters"
            case .tooLong: "must have at most \(PasswordPolicy.lengths.upperBound) characters"
            case .common: "is too easy to guess; take several unrelated words"
            case .likeUsername: "must not contain the username"
            }
        }
    }

    /// In Unicode code points, after normalization.
    static let lengths = 12...128

    /// Case-folded.
    private let common: Set<String>

    /// One entry a line; a line that begins with `#` is a comment.
    init(commonList: [UInt8]) {
        let lines = String(decoding: commonList, as: UTF8.self).split(separator: "\n")
        common = Set(lines.filter { !$0.hasPrefix("#") }.map { $0.lowercased() })
    }

    /// NFKC, so that the same password typed on different keyboards is the same bytes.
    static func normalize(_ password: String) -> String { password.precomposedStringWithCompatibilityMapping }

    /// Expects a normalized password and username.
    func fault(in password: String, username: String) -> Fault? {
        let length = password.unicodeScalars.count
        if length < Self.lengths.lowerBound { return .tooShort }
        if length > Self.lengths.upperBound { return .tooLong }
        let folded = password.lowercased()
        if username.utf8.count >= 4, folded.contains(username) { return .likeUsername }
        return isCommon(folded) ? .common : nil
    }

    /// On the list, or on it with digits and signs around, or hardly any different characters, or a run such as `abcdef…`.
    private func isCommon(_ folded: String) -> Bool {
        if common.contains(folded) || Set(folded.unicodeScalars).count < 5 || isRun(folded) { return true }
        let isDecoration = { (character: Character) in !character.isLetter }
        let withoutTail = String(folded.reversed().drop(while: isDecoration).reversed())
        let bare = String(withoutTail.drop(while: isDecoration))
        return bare.isEmpty ? false : common.contains(bare) || common.contains(withoutTail)
    }

    /// Every character one more, or one less, than the one before (9 to 0 counts as a step).
    private func isRun(_ folded: String) -> Bool {
        let values = folded.unicodeScalars.map { Int($0.value) }
        let steps = zip(values, values.dropFirst()).map { $0.1 - $0.0 }
        return steps.allSatisfy { $0 == 1 || $0 == -9 } || steps.allSatisfy { $0 == -1 || $0 == 9 }
    }
}
