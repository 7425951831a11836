/// The XHTML of a narrative (http://hl7.org/fhir/R4/narrative.html#xhtml): well-formed, of the elements and attributes that are allowed, and not
/// empty. One pass, whose memory is the elements that are open.
package enum Narrative {
    private static let elements: Set<String> = [
        "div", "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "b", "big", "i", "small", "tt", "em", "strong", "dfn", "code", "samp", "kbd", "var", "cite",
        "abbr", "acronym", "q", "blockquote", "sub", "sup", "ins", "del", "address", "pre", "span", "bdo", "a", "img", "map", "area", "table", "caption", "thead",
        "tfoot", "tbody", "tr", "th", "td", "col", "colgroup", "ul", "ol", "li", "dl", "dt", "dd"
    ]
    private static let attributes: Set<String> = [
        "xmlns", "title", "style", "class", "id", "lang", "xml:lang", "xml:space", "dir", "accesskey", "tabindex", "span", "width", "align", "valign", "char",
        "charoff", "abbr", "axis", "headers", "scope", "rowspan", "colspan", "summary", "border", "frame", "rules", "cellpadding", "cellspacing", "href",
        "hreflang", "name", "type", "rel", "rev", "charset", "coords", "shape", "src", "alt", "longdesc", "height", "usemap", "ismap", "cite", "datetime",
        "nohref", "target", "start", "value", "nowrap", "bgcolor"
    ]
    private static let deepest = 200

    package static func isSafe(_ text: String) -> Bool {
        var reader = Reader(bytes: Array(text.utf8))
        return reader.read()
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0
        var open: [String] = []
        var hasContent = false

        init(bytes: [UInt8]) { self.bytes = bytes }

        func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

        func stands(_ text: StaticString) -> Bool {
            position + text.utf8CodeUnitCount <= bytes.count
                && text.withUTF8Buffer { bytes[position..<position + $0.count].elementsEqual($0) }
        }

        mutating func skip(to text: StaticString) -> Bool {
            while position < bytes.count {
                if stands(text) {
                    position += text.utf8CodeUnitCount
                    return true
                }
                position += 1
            }
            return false
        }

        mutating func space() {
            while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
        }

        mutating func name() -> String {
            let start = position
            while let byte = peek(), (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || "-_:.".utf8.contains(byte) {
                position += 1
            }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }

        mutating func read() -> Bool {
            space()
            guard stands("<div") else { return false }
            repeat {
                guard let byte = peek() else { return false }
                if byte == UInt8(ascii: "<") {
                    guard markup() else { return false }
                } else if byte == UInt8(ascii: "&") {
                    guard entity() else { return false }
                    hasContent = true
                } else {
                    if byte > 0x20 { hasContent = true }
                    position += 1
                }
            } while !open.isEmpty
            space()
            return position == bytes.count && hasContent
        }

        mutating func markup() -> Bool {
            if stands("<!--") { return skip(to: "-->") }
            position += 1
            if peek() == UInt8(ascii: "/") {
                position += 1
                let name = name()
                space()
                guard open.popLast() == name, peek() == UInt8(ascii: ">") else { return false }
                position += 1
                return true
            }
            let name = name()
            guard Narrative.elements.contains(name), open.count < Narrative.deepest else { return false }
            if name == "img" { hasContent = true }
            return tag(name)
        }

        mutating func tag(_ element: String) -> Bool {
            var seen: Set<String> = []
            while true {
                let start = position
                space()
                guard let byte = peek() else { return false }
                if byte == UInt8(ascii: ">") {
                    position += 1
                    open.append(element)
                    return true
                }
                if byte == UInt8(ascii: "/") {
                    position += 1
                    guard peek() == UInt8(ascii: ">") else { return false }
                    position += 1
                    return !open.isEmpty
                }
                let name = name()
                guard position > start, Narrative.attributes.contains(name) || name.hasPrefix("xmlns:"), seen.insert(name).inserted, value(of: name) else { return false }
            }
        }

        mutating func value(of name: String) -> Bool {
            space()
            guard peek() == UInt8(ascii: "=") else { return false }
            position += 1
            space()
            guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
            position += 1
            let start = position
            while let byte = peek(), byte != quote {
                guard byte != UInt8(ascii: "<") else { return false }
                position += 1
            }
            guard peek() == quote else { return false }
            let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
            position += 1
            // What a browser would run.
            let scheme = text.filter { !$0.isWhitespace && !$0.isNewline }
            return !(["href", "src", "cite", "longdesc"].contains(name) && (scheme.hasPrefix("javascript:") || scheme.hasPrefix("vbscript:")))
        }

        mutating func entity() -> Bool {
            position += 1
            let start = position
            while let byte = peek(), byte != UInt8(ascii: ";"), position - start < 32 { position += 1 }
            guard peek() == UInt8(ascii: ";"), position > start else { return false }
            let isName = bytes[start..<position].allSatisfy { byte in
                byte == UInt8(ascii: "#") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
            position += 1
            return isName
        }
    }
}
