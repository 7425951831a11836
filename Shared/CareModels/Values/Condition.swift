/// What If-Match or If-None-Match says (RFC 9110, sections 13.1.1 and 13.1.2), and FHIR's `ifMatch` in a bundle. Entity tags are read and compared here alone.
public enum Condition: Equatable, Sendable {
    /// `*`: whatever is there.
    case any
    case listed([EntityTag])

    /// Section 8.8.3.2.
    public enum Comparison: Sendable {
        /// Neither is weak: for writes.
        case strong
        /// By what is quoted alone: for reads, and for FHIR, whose tags are all weak (http://hl7.org/fhir/R4/http.html#concurrency).
        case weak
    }

    /// A list is read no further than this.
    public static let mostTags = 100

    /// Whether it names a thing that is there, in this version.
    public func names(version: Int, _ comparison: Comparison) -> Bool { names(comparison) { $0.version == version } }

    /// Whether it names this very representation.
    public func names(_ tag: EntityTag, _ comparison: Comparison) -> Bool {
        if comparison == .strong, tag.isWeak { return self == .any }
        return names(comparison) { $0.opaque == tag.opaque }
    }

    private func names(_ comparison: Comparison, _ isMeant: (EntityTag) -> Bool) -> Bool {
        switch self {
        case .any: true
        case .listed(let tags): tags.contains { (comparison == .weak || !$0.isWeak) && isMeant($0) }
        }
    }

    /// Of the header's lines, which are one list. Nil when malformed.
    public init?(_ lines: [String]) { self.init(lines.joined(separator: ",")) }

    public init?(_ text: String) {
        if text.utf8.allSatisfy({ Self.isSpace($0) || $0 == UInt8(ascii: "*") }), text.utf8.count(where: { $0 == UInt8(ascii: "*") }) == 1 {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var rest = text.utf8[...]
        while true {
            // Empty elements of a list count for nothing (section 5.6.1.2).
            rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            guard tags.count < Self.mostTags, let tag = Self.takeTag(&rest) else { return nil }
            tags.append(tag)
            let separator = rest.first { !Self.isSpace($0) }
            guard separator == nil || separator == UInt8(ascii: ",") else { return nil }
        }
        if tags.isEmpty { return nil }
        self = .listed(tags)
    }

    private static func takeTag(_ rest: inout Substring.UTF8View) -> EntityTag? {
        var isWeak = false
        if rest.first == UInt8(ascii: "W") {
            isWeak = true
            rest = rest.dropFirst()
            guard rest.first == UInt8(ascii: "/") else { return nil }
            rest = rest.dropFirst()
        }
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        rest = rest.dropFirst()
        guard let quote = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let opaque = rest[..<quote]
        guard opaque.allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }) else { return nil }
        rest = rest[quote...].dropFirst()
        return EntityTag(String(Substring(opaque)), isWeak: isWeak)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
