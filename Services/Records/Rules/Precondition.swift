import CareModels

/// What a write asks of the present state (RFC 9110, section 13.1; http://hl7.org/fhir/R4/http.html#concurrency).
struct Precondition: Equatable, Sendable {
    enum Refusal: Error, Equatable {
        case changed(current: Int)
        /// If-Match, and there is nothing.
        case absent
        /// If-None-Match: *, and there is something.
        case present
    }

    var match: Condition?
    /// FHIR's entity tags are weak; an app's own data have strong ones.
    var comparison = Condition.Comparison.weak
    /// If-None-Match: *.
    var mustBeAbsent = false

    /// `version` is nil when there is no such record, or it is deleted.
    func check(version: Int?) throws(Refusal) {
        if mustBeAbsent, version != nil { throw .present }
        guard let match else { return }
        guard let version else { throw .absent }
        guard match.names(version: version, comparison) else { throw .changed(current: version) }
    }
}
