import CareModels
import Foundation

/// How values are written in a search: `\,` `\|` `\$` and `\\` are themselves.
enum SearchWords {
    /// At the separators that no backslash stands before. The parts are still escaped.
    static func split(_ text: String, _ separator: Character, most: Int = .max) -> [String] {
        var parts: [String] = []
        var part = ""
        var isEscaped = false
        for character in text {
            if character == separator, !isEscaped, parts.count < most {
                parts.append(part)
                part = ""
                continue
            }
            part.append(character)
            isEscaped = character == "\\" && !isEscaped
        }
        return parts + [part]
    }

    static func plain(_ text: String) -> String {
        guard text.contains("\\") else { return text }
        var plain = ""
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "\\" {
                isEscaped = true
                continue
            }
            if isEscaped, !",|$\\".contains(character) { plain.append("\\") }
            isEscaped = false
            plain.append(character)
        }
        return isEscaped ? plain + "\\" : plain
    }

    /// A prefix and what is behind it; nil when it begins with other letters.
    static func prefixed(_ text: String) -> (SearchOperand.Prefix, String)? {
        let letters = text.prefix { $0.isASCII && $0.isLetter }
        if letters.isEmpty { return (.eq, text) }
        guard letters.count == 2, let prefix = SearchOperand.Prefix(rawValue: String(letters)) else { return nil }
        return (prefix, String(text.dropFirst(2)))
    }

    /// A decimal, and what its digits stand for: 5.40 is from 5.395 up to 5.405.
    static func interval(_ text: String) -> SearchValue.Interval? {
        let halves = text.lowercased().split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let whole = digits[0].hasPrefix("-") || digits[0].hasPrefix("+") ? digits[0].dropFirst() : digits[0]
        let isDigits = { (part: Substring) in !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard text.utf8.count <= 64, isDigits(whole), digits.count == 1 || isDigits(digits[1]), let value = Double(text), value.isFinite else { return nil }
        // One that is too long for a number has made nothing of the digits, and would be taken for none here.
        guard let exponent = halves.count == 2 ? Int(halves[1]) : 0, exponent.magnitude <= 300 else { return nil }
        let half = 0.5 * pow(10, Double(exponent - (digits.count == 2 ? digits[1].utf8.count : 0)))
        return SearchValue.Interval(value: value, low: value - half, high: value + half)
    }

    /// Milliseconds since 1970. Seconds and the time zone may be left out; without one it is in UTC. The + of an offset may have become a space.
    static func date(_ text: String) -> Range<Int64>? {
        var text = text.replacingOccurrences(of: " ", with: "+")
        var isMinute = false
        if let time = text.firstIndex(of: "T") {
            let clock = text[text.index(after: time)...]
            let zone = clock.firstIndex { "Z+-".contains($0) } ?? text.endIndex
            isMinute = clock[..<zone].utf8.count == 5
            text = String(text[..<zone]) + (isMinute ? ":00" : "") + (zone == text.endIndex ? "Z" : String(text[zone...]))
        }
        guard let date = FHIRDate(text) else { return nil }
        let from = Int64((date.from.timeIntervalSince1970 * 1000).rounded())
        return from..<(isMinute ? from + 60_000 : Int64((date.until.timeIntervalSince1970 * 1000).rounded()))
    }
}
