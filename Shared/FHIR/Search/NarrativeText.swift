/// What people read of a narrative: XHTML without its tags and comments, in time that grows as it does.
enum NarrativeText {
    /// These part no words: `hyper<b>tension</b>`.
    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdo", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "q", "s", "samp", "small", "span", "strike",
        "strong", "sub", "sup", "tt", "u", "var"
    ]
    /// How HTML calls letters with marks: `eacute` is an e.
    private static let marks = ["acute", "grave", "circ", "uml", "tilde", "ring", "cedil", "caron", "slash"]
    private static let entities: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "szlig": "ss", "aelig": "ae", "AElig": "AE", "oelig": "oe", "OElig": "OE", "shy": ""
    ]
    private static let longestEntity = 10

    static func plain(_ html: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(html.count)
        var place = 0
        while place < html.count {
            switch html[place] {
            case UInt8(ascii: "<"): place = behindTag(html, place, &text)
            case UInt8(ascii: "&"): place = behindEntity(html, place, &text)
            default:
                text.append(html[place])
                place += 1
            }
        }
        return text
    }

    private static func behindTag(_ html: UnsafeBufferPointer<UInt8>, _ start: Int, _ text: inout [UInt8]) -> Int {
        if html[start...].starts(with: "<!--".utf8) {
            var dashes = 0
            for place in min(start + 4, html.count)..<html.count {
                if html[place] == UInt8(ascii: ">"), dashes >= 2 { return place + 1 }
                dashes = html[place] == UInt8(ascii: "-") ? dashes + 1 : 0
            }
            return html.count
        }
        let rest = html[(start + 1)...].drop { $0 == UInt8(ascii: "/") }
        let name = rest.prefix(12).prefix { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) }
        if !inline.contains(String(decoding: name, as: UTF8.self).lowercased()) { text.append(UInt8(ascii: " ")) }
        // A value of an attribute may have the sign in it.
        var quote: UInt8?
        for place in rest.startIndex..<html.count {
            let byte = html[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return place + 1
            }
        }
        return html.count
    }

    private static func behindEntity(_ html: UnsafeBufferPointer<UInt8>, _ start: Int, _ text: inout [UInt8]) -> Int {
        let name = html[(start + 1)...].prefix(longestEntity).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < html.count, html[name.endIndex] == UInt8(ascii: ";"), !name.isEmpty else {
            text.append(html[start])
            return start + 1
        }
        text.append(contentsOf: meaning(String(decoding: name, as: UTF8.self)).utf8)
        return name.endIndex + 1
    }

    /// What is not known parts words.
    private static func meaning(_ name: String) -> String {
        if name.first == "#" {
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) } ?? " "
        }
        if let known = entities[name] { return known }
        if let first = name.first, marks.contains(String(name.dropFirst())) { return String(first) }
        return " "
    }
}
