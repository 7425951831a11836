import Foundation

/// What a write asks of the present state (RFC 9110, section 13.1; http://hl7.org/fhir/R4/http.html#concurrency).
struct Precondition: Equatable, Sendable {
    enum Match: Equatable, Sendable {
        case any
        /// One of these versions. FHIR's entity tags are weak, and compared by their version alone.
        case versions([Int])
    }

    enum Refusal: Error, Equatable {
        case changed(current: Int)
        /// If-Match, and there is nothing.
        case absent
        /// If-None-Match: *, and there is something.
        case present
    }

    var match: Match?
    /// If-None-Match: *.
    var mustBeAbsent = false

    static let none = Precondition()

    /// `version` is nil when there is no such record, or it is deleted.
    func check(version: Int?) throws(Refusal) {
        if mustBeAbsent, version != nil { throw .present }
        guard let match else { return }
        guard let version else { throw .absent }
        if case .versions(let allowed) = match, !allowed.contains(version) { throw .changed(current: version) }
    }
}

/// `W/"3"`, `"3"`, lists of them, and `*`.
enum VersionTags {
    /// Nil when it cannot be read. A tag that is no version of ours matches nothing.
    static func parse(_ text: String) -> Precondition.Match? {
        var versions: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = part.trimmingCharacters(in: .whitespaces)
            if trimmed == "*", !text.contains(",") { return .any }
            let tag = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed[...]
            guard tag.utf8.count >= 2, tag.utf8.first == UInt8(ascii: "\""), tag.utf8.last == UInt8(ascii: "\"") else { return nil }
            let inner = Substring(tag.utf8.dropFirst().dropLast())
            guard !inner.utf8.contains(UInt8(ascii: "\"")) else { return nil }
            // As it is written: "03", "+3" and "1 2" are no tags of ours.
            if let version = Int(inner), String(version) == inner { versions.append(version) }
        }
        return .versions(versions)
    }

    static func tag(_ version: Int) -> String { "W/\"\(version)\"" }
}
