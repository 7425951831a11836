/// What If-Match or If-None-Match says (RFC 9110, sections 8.8.3 and 13.1).
enum EntityTags: Equatable {
    case any
    case listed([Tag])

    struct Tag: Equatable {
        var isWeak: Bool
        var opaque: String

        /// What stands before a dot; after it a tag may name which representation of that version it is. Tags are compared as they are
        /// written (RFC 9110, section 8.8.3.2): `"03"` and `"+3"` are none of ours.
        var version: Int? {
            let text = Substring(opaque.utf8.prefix { $0 != UInt8(ascii: ".") })
            return Int(text).flatMap { String($0) == text ? $0 : nil }
        }
    }

    /// nil when malformed.
    init?(_ values: [String]) {
        let text = values.joined(separator: ",")
        if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: "*") }), text.utf8.count(where: { $0 == UInt8(ascii: "*") }) == 1 {
            self = .any
            return
        }
        var tags: [Tag] = []
        var rest = text.utf8[...]
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
            guard let first = rest.first else { break }
            var isWeak = false
            if first == UInt8(ascii: "W") {
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
            tags.append(Tag(isWeak: isWeak, opaque: String(Substring(opaque))))
            rest = rest[quote...].dropFirst()
            let separator = rest.drop { $0 == 0x20 || $0 == 0x09 }.first
            guard separator == nil || separator == UInt8(ascii: ",") else { return nil }
        }
        guard !tags.isEmpty, tags.count <= 100 else { return nil }
        self = .listed(tags)
    }
}

extension Request {
    /// The versions that If-Match allows.
    private func matchTags() throws -> EntityTags? {
        let values = headers["If-Match"]
        guard !values.isEmpty else { return nil }
        guard let tags = EntityTags(values) else {
            throw Problem.invalid([.init("If-Match", "must be an entity tag, such as \"3\", a list of them, or *")])
        }
        return tags
    }

    /// The version named by If-Match: nil when absent or `*`, 400 when malformed or several versions are named, 412 when no
    /// tag can match (a weak tag, or one that we never gave). To accept lists, use `requireMatch(version:)`.
    package func ifMatch() throws -> Int? {
        guard case .listed(let tags)? = try matchTags() else { return nil }
        let versions = Set(tags.compactMap { $0.isWeak ? nil : $0.version })
        guard let version = versions.first else {
            throw Problem.preconditionFailed("If-Match names no version of this resource; read it again.")
        }
        guard versions.count == 1 else { throw Problem.invalid([.init("If-Match", "must name one version here")]) }
        return version
    }

    /// The same, and a 428 problem when there is no If-Match: for what is never changed without having been read (RFC 6585, section 3).
    package func requiredIfMatch() throws -> Int? {
        guard !headers["If-Match"].isEmpty else { throw Problem.preconditionRequired }
        return try ifMatch()
    }

    /// Throws the 412 problem when If-Match is there and does not name `version`, the current one.
    package func requireMatch(version: Int) throws {
        guard case .listed(let tags)? = try matchTags() else { return }
        guard tags.contains(where: { !$0.isWeak && $0.version == version }) else {
            throw Problem.preconditionFailed("The current version is \(version); read it again.")
        }
    }
}
