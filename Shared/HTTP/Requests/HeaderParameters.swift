import CareModels
import Foundation

/// A header's value with parameters: `form-data; name="file"; filename="a.png"` (RFC 9110, section 5.6.6).
enum HeaderParameters {
    /// Names in lower case. `filename*` is decoded (RFC 8187) when it is in UTF-8; the first of a name counts.
    static func parse(_ text: String) -> (value: String, parameters: [String: String]) {
        // By scalars: an accent after a delimiter would make another character of it.
        var rest = text.unicodeScalars[...]
        let value = rest.prefix { $0 != ";" }
        rest = rest[value.endIndex...]
        var parameters: [String: String] = [:]
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let found: String
            if rest.first == "\"" {
                found = quoted(&rest)
                rest = rest.drop { $0 != ";" }
            } else {
                let token = rest.prefix { $0 != ";" }
                rest = rest[token.endIndex...]
                found = trimmed(token)
            }
            guard !name.isEmpty, parameters[name] == nil else { continue }
            if name.hasSuffix("*") {
                if let decoded = extended(found) { parameters[name] = decoded }
            } else {
                parameters[name] = found
            }
        }
        return (trimmed(value), parameters)
    }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
        String(scalars).trimmingCharacters(in: .whitespaces)
    }

    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        rest = rest.dropFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" { break }
            // Browsers do not escape backslashes in file names; only an escaped quote is one.
            if scalar == "\\", rest.first == "\"" {
                text.append("\"")
                rest = rest.dropFirst()
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func extended(_ text: String) -> String? {
        let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return PercentCoding.decode(parts[2].utf8)
    }
}
