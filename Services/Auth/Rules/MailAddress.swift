import CareModels

/// An address that a mail can go to: a dot-string at a domain of labels (RFC 5321, 4.1.2), in ASCII. Quoted local parts, address literals and
/// comments, which hardly anybody has, are refused; with them goes whatever could end a line of a header or of the SMTP dialogue.
struct MailAddress: Equatable, Sendable {
    enum Fault: Error, Equatable {
        case shape
        /// RFC 6531, for which the receiver's server too would have to be made.
        case international

        var message: Text {
            switch self {
            case .shape: "must look like name@example.org"
            case .international: "must be in ASCII: the letters of other scripts are not sent to; of a domain take its form that begins with xn--"
            }
        }
    }

    static let longest = 254

    let text: String

    init(_ text: String) throws(Fault) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .international }
        let halves = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.longest, halves.count == 2, Self.isLocalPart(halves[0]), Self.isDomain(halves[1]) else { throw .shape }
        self.text = text
    }

    /// What stands behind the @.
    var domain: String { String(text.drop { $0 != "@" }.dropFirst()) }

    private typealias Bytes = Substring.UTF8View

    private static func isLocalPart(_ bytes: Bytes) -> Bool {
        let atoms = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...64).contains(bytes.count) && atoms.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }

    private static func isDomain(_ bytes: Bytes) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy(isLabel) && !(labels.last ?? bytes).allSatisfy(isDigit)
    }

    private static func isLabel(_ bytes: Bytes) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(bytes.count) && bytes.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen } && bytes.first != hyphen
            && bytes.last != hyphen
    }

    /// RFC 5322, 3.2.3.
    private static func isAtomText(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) || signs.contains(byte) }

    private static let signs = Set("!#$%&'*+-/=?^_`{|}~".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
