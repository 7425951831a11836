/// The words of a text: its letters and digits, folded, and a point between two digits. Whatever else there is parts them.
enum FoldedWords {
    static let space = UInt8(ascii: " ")

    static func of(_ text: String) -> [[UInt8]] {
        var folded: [UInt8] = []
        var text = text
        text.withUTF8 { fold($0, into: &folded) }
        return folded.split(separator: space).map(Array.init)
    }

    /// With one space between two words.
    static func fold(_ text: UnsafeBufferPointer<UInt8>, into words: inout [UInt8]) {
        guard text.allSatisfy({ $0 < 0x80 }) else { return fold(SearchFolding.fold(String(decoding: text, as: UTF8.self)), into: &words) }
        var isDue = !words.isEmpty
        for (place, byte) in text.enumerated() {
            var letter = byte
            if (0x41...0x5A).contains(byte) { letter += 0x20 }
            let isPoint = byte == UInt8(ascii: ".") && place > 0 && isDigit(text[place - 1]) && place + 1 < text.count && isDigit(text[place + 1])
            guard isPoint || (0x61...0x7A).contains(letter) || isDigit(letter) else {
                isDue = !words.isEmpty
                continue
            }
            if isDue, words.last != space { words.append(space) }
            isDue = false
            words.append(letter)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Of any script: marks that folding leaves belong to the letter before.
    private static func fold(_ text: String, into words: inout [UInt8]) {
        var isDue = !words.isEmpty
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var next = scalars.next()
        while let scalar = next {
            next = scalars.next()
            let isPoint = scalar == "." && (before?.properties.numericType != nil) && (next?.properties.numericType != nil)
            before = scalar
            guard isPoint || isPart(scalar) else {
                isDue = !words.isEmpty
                continue
            }
            if isDue, words.last != space { words.append(space) }
            isDue = false
            words.append(contentsOf: scalar.utf8)
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber,
            .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }
}
