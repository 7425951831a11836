import JSON

/// The links and pictures of a narrative: `<a href="…">`, `<img src="…">`.
enum NarrativeLinks {
    private static let attributes = ["href", "src"].map { Array($0.utf8) }

    /// What is shorter leads nowhere: ` src=''`, between quotes.
    private static let shortest: UInt32 = 9

    /// Its member has the length of `div`, or is written otherwise.
    static func mayBeNarrative(_ node: JSONNode) -> Bool {
        node.isMember && node.end - node.start >= shortest && (node.keyEnd - node.keyStart == 3 || node.isKeyEscaped)
    }

    /// As it is written in JSON, with others in the place of where it leads; nil where nothing of it changes, or it is none.
    static func replaced(in value: JSONValue, _ address: (String) -> String?) -> [UInt8]? {
        guard value.isNamed("div"), let text = value.string else { return nil }
        let bytes = Array(text.utf8)
        var changed: [UInt8] = []
        var (kept, index) = (0, 0)
        while let link = next(in: bytes, from: index) {
            index = link.upperBound
            guard let other = address(String(decoding: bytes[link], as: UTF8.self)) else { continue }
            changed += bytes[kept..<link.lowerBound]
            changed += other.utf8
            kept = link.upperBound
        }
        guard kept > 0 else { return nil }
        changed += bytes[kept...]
        return JSONWriter.quoted(String(decoding: changed, as: UTF8.self))
    }

    /// What stands between the quotes of the next of them.
    private static func next(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var index = start
        while let sign = bytes[index...].firstIndex(of: UInt8(ascii: "=")) {
            index = sign + 1
            guard isLink(bytes, before: sign) else { continue }
            guard let quote = bytes[index...].firstIndex(where: { !isSpace($0) }), [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[quote]) else { continue }
            guard let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else { return nil }
            return quote + 1..<end
        }
        return nil
    }

    private static func isLink(_ bytes: [UInt8], before sign: Int) -> Bool {
        var end = sign
        while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
        return attributes.contains { name in
            let start = end - name.count
            return start > 0 && isSpace(bytes[start - 1]) && bytes[start..<end].elementsEqual(name)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
