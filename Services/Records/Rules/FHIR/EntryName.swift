import FHIR

/// A `fullUrl` that is the address of a resource on some server: `[root]Type/id` (http://hl7.org/fhir/R4/references.html#regex).
struct EntryName: Equatable, Sendable {
    /// With its slash.
    var root: String
    var type: String

    /// What a version adds to a name: `/_history/` and an id.
    static let longestVersion = 10 + 64

    init?(_ url: String) {
        guard Self.isAbsolute(url) else { return nil }
        let parts = url.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 5, ResourceID.isValid(parts[parts.count - 1]), Self.isType(parts[parts.count - 2]) else { return nil }
        type = String(parts[parts.count - 2])
        root = String(url.dropLast(type.count + 1 + parts[parts.count - 1].count))
    }

    /// Something that others may refer to by it: no name of one version alone.
    static func isName(_ text: String) -> Bool {
        text.utf8.starts(with: "urn:".utf8) || isAbsolute(text) && !text.utf8.contains(UInt8(ascii: "?")) && !unversioned(text).version
    }

    private static func isAbsolute(_ text: String) -> Bool { text.utf8.starts(with: "http://".utf8) || text.utf8.starts(with: "https://".utf8) }

    private static func isType(_ text: Substring) -> Bool { FHIRRelease.allCases.contains { $0.hasType(String(text)) } }

    /// `Type/id`, or one version of it.
    static func isRelative(_ text: String) -> Bool {
        let parts = unversioned(text).name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 2 && ResourceID.isValid(parts[1]) && isType(parts[0])
    }

    /// Without `/_history/version`, if it has that.
    static func unversioned(_ text: String) -> (name: String, version: Bool) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[parts.count - 2] == "_history", ResourceID.isValid(parts[parts.count - 1]) else { return (text, false) }
        return (String(text.dropLast("/_history/".count + parts[parts.count - 1].count)), true)
    }
}

extension BundleEntry {
    /// What others in its transaction may call its resource.
    var name: String? { fullURL.flatMap { EntryName.isName($0) ? $0 : nil } }
}
