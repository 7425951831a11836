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
        let trimmed = text.filter { $0 != " " && $0 != "\t" }
        if trimmed == "*" { return .any }
        var versions: [Int] = []
        for part in trimmed.split(separator: ",", omittingEmptySubsequences: false) {
            let tag = part.hasPrefix("W/") ? part.dropFirst(2) : part
            guard tag.utf8.count >= 2, tag.first == "\"", tag.last == "\"" else { return nil }
            let inner = tag.dropFirst().dropLast()
            guard !inner.contains("\"") else { return nil }
            if let version = Int(inner) { versions.append(version) }
        }
        return .versions(versions)
    }

    static func tag(_ version: Int) -> String { "W/\"\(version)\"" }
}
