/// How an event's version follows the last one that a projection has seen of the same subject. Each aggregate's versions rise
/// by one, so this proves that none was missed.
package enum VersionStep: Equatable, Sendable {
    case next
    /// Already covered by what the projection holds.
    case seen
    /// These versions were never seen: parked as dead letters, or sent before this consumer began.
    case gap(missing: ClosedRange<Int>)

    /// `last` is the version that the projection holds; nil when it holds nothing of the subject yet.
    package init(after last: Int?, to version: Int) {
        let expected = (last ?? 0) + 1
        if version == expected {
            self = .next
        } else if version < expected {
            self = .seen
        } else {
            self = .gap(missing: expected...(version - 1))
        }
    }
}
