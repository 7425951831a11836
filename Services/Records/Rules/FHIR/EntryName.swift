import FHIR

/// A `fullUrl` that is the address of a resource on some server: `[root]Type/id` (http://hl7.org/fhir/R4/references.html#regex).
struct EntryName: Equatable, Sendable {
    /// With its slash.
    var root: String
    var type: String

    /// What a version adds to a name: `/_history/` and an id.
    static let longestVersion = 10 + 64

    init?(_ url: String) {
        guard Self.isAbsolute(url), let (before, id) = Self.cut(url[...]), ResourceID.isValid(id), let (host, type) = Self.cut(before), Self.isType(type),
            !host.hasSuffix("/")
        else { return nil }
        self.type = String(type)
        root = String(host) + "/"
    }

    /// At its last slash: a text may be of nothing else.
    private static func cut(_ text: Substring) -> (before: Substring, last: Substring)? {
        text.utf8.lastIndex(of: UInt8(ascii: "/")).map { (text[..<$0], text[text.utf8.index(after: $0)...]) }
    }

    /// Something that others may refer to by it: no name of one version alone.
    static func isName(_ text: String) -> Bool {
        text.utf8.starts(with: "urn:".utf8) || isAbsolute(text) && !text.utf8.contains(UInt8(ascii: "?")) && !unversioned(text).version
    }

    private static func isAbsolute(_ text: String) -> Bool { text.utf8.starts(with: "http://".utf8) || text.utf8.starts(with: "https://".utf8) }

    /// No name of a type is longer than an id.
    private static func isType(_ text: Substring) -> Bool { text.utf8.count <= 64 && FHIRRelease.allCases.contains { $0.hasType(String(text)) } }

    /// `Type/id`, or one version of it.
    static func isRelative(_ text: String) -> Bool {
        guard text.utf8.count <= 2 * 64 + 1 + longestVersion, let (type, id) = cut(unversioned(text).name[...]) else { return false }
        return ResourceID.isValid(id) && isType(type)
    }

    /// Without `/_history/version`, if it has that.
    static func unversioned(_ text: String) -> (name: String, version: Bool) {
        guard let (before, version) = cut(text[...]), ResourceID.isValid(version), let (name, history) = cut(before), history == "_history", !name.isEmpty
        else { return (text, false) }
        return (String(name), true)
    }
}

extension BundleEntry {
    /// What others in its transaction may call its resource.
    var name: String? { fullURL.flatMap { EntryName.isName($0) ? $0 : nil } }
}
