/// Names one state of a thing (RFC 9110, section 8.8.3): `"3"`, its version; `"3.gallery"`, one representation of it; `W/"3"`, a weak one.
public struct EntityTag: Hashable, Sendable {
    public var isWeak: Bool
    public var opaque: String

    public init(_ opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    public init(version: Int, isWeak: Bool = false) { self.init(String(version), isWeak: isWeak) }

    /// What stands before a dot; after it a tag may name which representation of that version it is. Tags are compared as they are
    /// written (section 8.8.3.2): `"03"` and `"+3"` are none of ours.
    public var version: Int? {
        let text = Substring(opaque.utf8.prefix { $0 != UInt8(ascii: ".") })
        return Int(text).flatMap { String($0) == text ? $0 : nil }
    }
}

extension EntityTag: CustomStringConvertible {
    public var description: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}
