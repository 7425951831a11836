/// Whether a narrative is what FHIR lets it be (http://hl7.org/fhir/R4/narrative.html): one `div` of XHTML, well-formed, with the elements of HTML 4.0's chapters
/// 7 to 11 and 15 alone, nothing that runs, and something to be seen. In one pass; open elements are remembered up to a depth.
struct NarrativeSyntax {
    enum Fault: Error, Equatable {
        case notWellFormed
        /// Its root is no div.
        case root
        case element(String)
        case attribute(String)
        case entity
        case tooDeep
        case empty
        /// Of an HTML before; the narrative is all right otherwise.
        case outdated(String)

        var isHarmless: Bool {
            switch self {
            case .empty, .outdated: true
            default: false
            }
        }
    }

    static let deepest = 256

    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0
    /// Where the names of open elements stand.
    private var open: [Range<Int>] = []
    private var showsSomething = false
    private var outdated: String?

    private init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    static func fault(in text: UnsafeBufferPointer<UInt8>) -> Fault? {
        var reading = NarrativeSyntax(text)
        do throws(Fault) {
            try reading.document()
            return nil
        } catch {
            return error
        }
    }

    private mutating func document() throws(Fault) {
        skipSpace()
        // A declaration is nothing that people read.
        while starts(with: "<?") || starts(with: "<!--") {
            try skipMarkup()
            skipSpace()
        }
        guard starts(with: "<"), name(at: place + 1).elementsEqual("div".utf8) else { throw .root }
        repeat { try part() } while !open.isEmpty
        skipSpace()
        while starts(with: "<!--") {
            try skipMarkup()
            skipSpace()
        }
        guard place == text.count else { throw .notWellFormed }
        guard showsSomething else { throw .empty }
        if let outdated { throw .outdated(outdated) }
    }

    private mutating func part() throws(Fault) {
        guard place < text.count else { throw .notWellFormed }
        switch text[place] {
        case UInt8(ascii: "<"):
            if starts(with: "</") {
                try endTag()
            } else if starts(with: "<!") || starts(with: "<?") {
                try skipMarkup()
            } else {
                try startTag()
            }
        case UInt8(ascii: "&"):
            try entity()
            showsSomething = true
        case let byte:
            if !PrimitiveSyntax.isSpace(byte) { showsSomething = true }
            place += 1
        }
    }

    // MARK: Tags

    private mutating func startTag() throws(Fault) {
        let tag = name(at: place + 1)
        guard !tag.isEmpty else { throw .notWellFormed }
        if !Self.elements.contains(Array(tag)) {
            guard Self.outdatedElements.contains(Array(tag)) else { throw .element(Self.shown(tag)) }
            outdated = Self.shown(tag)
        }
        guard open.count < Self.deepest else { throw .tooDeep }
        let range = tag.startIndex..<tag.endIndex
        if tag.elementsEqual("img".utf8) { showsSomething = true }
        place = tag.endIndex
        var keys: Set<[UInt8]> = []
        while true {
            let hadSpace = skipSpace()
            if starts(with: "/>") {
                place += 2
                return
            }
            if starts(with: ">") {
                place += 1
                open.append(range)
                return
            }
            guard hadSpace else { throw .notWellFormed }
            try attribute(&keys)
        }
    }

    private mutating func attribute(_ keys: inout Set<[UInt8]>) throws(Fault) {
        let key = name(at: place)
        guard !key.isEmpty, keys.insert(Array(key)).inserted else { throw .notWellFormed }
        if key.count > 2, key.starts(with: "on".utf8) { throw .attribute(Self.shown(key)) }
        place = key.endIndex
        skipSpace()
        guard starts(with: "=") else { throw .notWellFormed }
        place += 1
        skipSpace()
        guard place < text.count, text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "'") else { throw .notWellFormed }
        let quote = text[place]
        place += 1
        let start = place
        while place < text.count, text[place] != quote {
            switch text[place] {
            case UInt8(ascii: "<"): throw .notWellFormed
            case UInt8(ascii: "&"): try entity()
            default: place += 1
            }
        }
        guard place < text.count else { throw .notWellFormed }
        if Self.runs(text[start..<place]) { throw .attribute(Self.shown(key)) }
        place += 1
    }

    /// An address that is a program.
    private static func runs(_ value: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var letters = value.lazy.filter { $0 > 0x20 }.makeIterator()
        for wanted in "javascript:".utf8 {
            guard let letter = letters.next(), letter | 0x20 == wanted | 0x20 else { return false }
        }
        return true
    }

    private mutating func endTag() throws(Fault) {
        let tag = name(at: place + 2)
        guard let last = open.popLast(), text[last].elementsEqual(tag) else { throw .notWellFormed }
        place = tag.endIndex
        skipSpace()
        guard starts(with: ">") else { throw .notWellFormed }
        place += 1
    }

    // MARK: The rest

    private mutating func skipMarkup() throws(Fault) {
        let end: StaticString
        if starts(with: "<!--") {
            end = "-->"
            place += 4
        } else if starts(with: "<![CDATA[") {
            end = "]]>"
            showsSomething = true
        } else if starts(with: "<?") {
            end = "?>"
        } else {
            throw .notWellFormed
        }
        while place < text.count, !starts(with: end) { place += 1 }
        guard place < text.count else { throw .notWellFormed }
        place += end.utf8CodeUnitCount
    }

    /// `&lt;`, `&#233;`, `&#xE9;`; names are not looked up.
    private mutating func entity() throws(Fault) {
        var end = place + 1
        if end < text.count, text[end] == UInt8(ascii: "#") { end += 1 }
        let start = end
        while end < text.count, end - start < 32, Self.isNameByte(text[end]) { end += 1 }
        guard end > start, end < text.count, text[end] == UInt8(ascii: ";") else { throw .entity }
        place = end + 1
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = place
        while place < text.count, PrimitiveSyntax.isSpace(text[place]) { place += 1 }
        return place > start
    }

    private func starts(with word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= text.count else { return false }
        for offset in 0..<count where text[place + offset] != word.utf8Start[offset] { return false }
        return true
    }

    private func name(at start: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        var end = Swift.min(start, text.count)
        let start = end
        while end < text.count, Self.isNameByte(text[end]) { end += 1 }
        return text[start..<end]
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        PrimitiveSyntax.isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
            || byte >= 0x80
    }

    /// What looks like a name; nothing else of what was sent is repeated.
    private static func shown(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> String { String(decoding: name.prefix(32).filter { $0 < 0x80 }, as: UTF8.self) }

    private static let outdatedElements: Set<[UInt8]> = Set("u s strike center font label dir menu nobr".split(separator: " ").map { Array($0.utf8) })

    private static let elements: Set<[UInt8]> = Set(
        """
        p br div h1 h2 h3 h4 h5 h6 a span b em i strong small big tt dfn q var abbr acronym cite blockquote hr address bdo kbd sub sup ul ol li dl dt dd pre \
        table caption colgroup col thead tr tfoot tbody th td code samp img map area ins del
        """.split(separator: " ").map { Array($0.utf8) })
}
