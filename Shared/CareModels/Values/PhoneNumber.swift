/// A telephone number in E.164: `+` and at most fifteen digits, of a country calling code that exists.
///
/// North American numbers (calling code 1) are checked by the plan's own form: ten digits, area code and exchange from 2 to 9, neither
/// of them N11, no area code with a 9 in the middle (those are kept for the plan's expansion). Of other countries only the calling code and
/// the length are checked: their plans change too often to be carried here.
public struct PhoneNumber: Hashable, Sendable {
    /// Such as `+12045550123`.
    public let e164: String

    /// RFC 3966, such as `tel:+12045550123`.
    public var uri: String { "tel:" + e164 }

    /// Reads what people write: `(204) 555-0123`, `204.555.0123 ext. 7` (the extension is left out), `+44 (0)20 7946 0958`, `011 44 …`.
    /// A number without its country code belongs to `country` (ISO 3166-1, two letters). Nil for anything else: letters, `NOT AVAILABLE`,
    /// too few or too many digits, a code that does not exist.
    public init?(_ text: some StringProtocol, country: String?) {
        let code = country.flatMap { CallingCodes.byCountry[$0] }
        guard let written = Written(String(text)), let number = written.international(code: code, country: country), Self.exists(number) else {
            return nil
        }
        e164 = "+" + number
    }

    private static func exists(_ number: String) -> Bool {
        guard (8...15).contains(number.utf8.count), let code = CallingCodes.code(of: number) else { return false }
        guard code == "1" else { return true }
        let digits = number.utf8.map { Int($0) - 48 }
        guard digits.count == 11 else { return false }
        let area = digits[1...3]
        let exchange = digits[4...6]
        func isN11(_ part: ArraySlice<Int>) -> Bool { part.dropFirst().allSatisfy { $0 == 1 } }
        return digits[1] >= 2 && digits[4] >= 2 && digits[2] != 9 && !isN11(area) && !isN11(exchange)
    }

    /// The digits as they stand, and whether a plus stands before them.
    private struct Written {
        var digits: String
        var hasPlus: Bool

        init?(_ text: String) {
            var rest = Substring(text.lowercased().drop { $0.isWhitespace })
            if rest.hasPrefix("tel:") { rest = rest.dropFirst(4) }
            rest = Self.withoutExtension(rest)
            hasPlus = rest.first { !$0.isWhitespace && $0 != "(" } == "+"
            if hasPlus { rest = Substring(rest.replacing("(0)", with: "")) }
            digits = ""
            var pluses = 0
            for character in rest {
                switch character {
                // Not "0"..."9": characters are ordered by Unicode, and a digit with an accent on it lies between two digits.
                case _ where character.isASCII && character.isNumber: digits.append(character)
                case "+": pluses += 1
                case "(", ")", "-", ".", "/", "\u{2010}", "\u{2011}", "\u{2013}": continue
                case _ where character.isWhitespace: continue
                default: return nil
                }
            }
            guard !digits.isEmpty, pluses == (hasPlus ? 1 : 0) else { return nil }
        }

        /// `555-0123 x45`, `ext. 45`, `;ext=45`, `#45`: what follows the number proper, when it ends in digits only.
        private static func withoutExtension(_ text: Substring) -> Substring {
            guard let mark = text.firstIndex(where: { $0 == "x" || $0 == "e" || $0 == "#" || $0 == ";" }) else { return text }
            var tail = text[mark...]
            for word in [";ext=", "extension", "ext.", "ext", "x", "#"] where tail.hasPrefix(word) {
                tail = tail.dropFirst(word.count).drop { $0.isWhitespace }
                let isNumber = !tail.isEmpty && tail.allSatisfy { $0.isASCII && $0.isNumber || $0.isWhitespace }
                return isNumber ? text[..<mark] : text
            }
            return text
        }

        /// The digits after the plus, or nil when nobody can say of which country they are.
        func international(code: String?, country: String?) -> String? {
            if hasPlus { return digits }
            if digits.hasPrefix("00") { return String(digits.dropFirst(2)) }
            guard let code else { return nil }
            if code == "1" {
                if digits.hasPrefix("011") { return String(digits.dropFirst(3)) }
                switch digits.utf8.count {
                case 10: return "1" + digits
                case 11 where digits.hasPrefix("1"): return digits
                default: return nil
                }
            }
            // The trunk zero is dialled at home only; Italy's is part of the number.
            let keepsZero = country == "IT" || country == "SM" || country == "VA"
            if digits.hasPrefix("0") { return code + (keepsZero ? digits : String(digits.dropFirst())) }
            if digits.hasPrefix(code), digits.utf8.count >= code.utf8.count + 7 { return digits }
            return code + digits
        }
    }
}
