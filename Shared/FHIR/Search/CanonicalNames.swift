/// How resources are called that have addresses of their own, wherever they lie: `url`, and `url|version`.
package struct CanonicalNames: Sendable, Equatable {
    /// The numbers of the type's parameters `url` and `version`.
    package let url: Int
    package let version: Int

    /// All that may stand in a reference to it.
    package func names(of index: SearchIndex) -> [String] {
        let versions = index.values(version).compactMap { value -> String? in if case .token(_, let code?, _) = value { code } else { nil } }
        return index.values(url).flatMap { value -> [String] in
            guard case .uri(let url) = value else { return [] }
            return [url] + versions.map { "\(url)|\($0)" }
        }
    }

    /// What a reference names, without the part of it that stands behind a version. Cut at bytes: from the end of a row of flags (regional indicators) each step back
    /// to the character before goes through all that are left.
    package static func name(_ reference: String) -> String {
        let bytes = reference.utf8
        guard let bar = bytes.lastIndex(of: UInt8(ascii: "|")), let part = bytes[bar...].firstIndex(of: UInt8(ascii: "#")) else { return reference }
        return String(reference[..<part])
    }
}

extension SearchLookup {
    /// Nil for types that are called by their place alone. (What has a `url` and no `version`, as a Device, is no definition.)
    package func canonical(_ type: String) -> CanonicalNames? {
        guard let url = find("url", of: type), url.kind == .uri, let version = find("version", of: type), version.kind == .token else { return nil }
        return CanonicalNames(url: url.number, version: version.number)
    }
}

extension SearchParameter {
    /// May it lead to one of this type?
    package func leads(to type: String) -> Bool { targets.isEmpty || targets.contains(type) }
}
