import Foundation

/// One form of all the spellings that somebody who searches takes for the same: `José`, `JOSE`, `jose` and the decomposed `José` are all `jose`.
/// What is stored to be searched and what is searched for go through this one function.
///
/// Unicode's compatibility decomposition (UAX #15) without the marks over and under letters; lower case; the letters that no decomposition takes
/// apart, as their neighbours type them; white space trimmed and single; then composed again (NFC). Vowel signs of Indic scripts and the voicing
/// marks of kana, which make other words, stay.
public enum SearchText {
    public static func fold(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        var isSpaceDue = false
        for scalar in CombiningMarks.bounded(text).decomposedStringWithCompatibilityMapping.unicodeScalars where !isDropped(scalar) {
            if scalar.properties.isWhitespace {
                isSpaceDue = !folded.isEmpty
                continue
            }
            if isSpaceDue { folded.append(" ") }
            isSpaceDue = false
            folded.append(contentsOf: letters(scalar))
        }
        return String(folded).precomposedStringWithCanonicalMapping
    }

    /// Its lower case, which may have dropped marks of its own.
    private static func letters(_ scalar: Unicode.Scalar) -> some Sequence<Unicode.Scalar> {
        scalar.properties.lowercaseMapping.unicodeScalars.lazy.filter { !isDropped($0) }
            .flatMap { Array((others[$0] ?? String($0)).unicodeScalars) }
    }

    /// Marks of the Latin, Greek and Cyrillic scripts, points of the Hebrew and Arabic ones, and what cannot be seen.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670: true
        case 0x00AD, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }

    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i", "ς": "σ",
        "’": "'", "‘": "'", "ʼ": "'", "‐": "-", "‑": "-"
    ]
}
