extension StringProtocol {
    /// What stands behind the last slashes: so many parts at most, the last one last. A text of a stranger's may be nothing but slashes, and is not taken apart whole.
    package func lastParts(_ most: Int) -> [String] {
        var parts: [String] = []
        var rest = Substring(self).utf8[...]
        while parts.count < most {
            guard let slash = rest.lastIndex(of: UInt8(ascii: "/")) else {
                parts.append(String(decoding: rest, as: UTF8.self))
                break
            }
            parts.append(String(decoding: rest[rest.index(after: slash)...], as: UTF8.self))
            rest = rest[..<slash]
        }
        return parts.reversed()
    }

    /// `Type/id` of the reference's end, which a version may follow: `https://x/fhir/Patient/1/_history/2`. Nil of what has fewer parts.
    package var typeAndID: (type: String, id: String)? {
        var parts = lastParts(4)[...]
        if parts.count == 4, parts[parts.endIndex - 2] == "_history" { parts = parts.dropLast(2) }
        guard parts.count >= 2 else { return nil }
        return (parts[parts.endIndex - 2], parts[parts.endIndex - 1])
    }
}
