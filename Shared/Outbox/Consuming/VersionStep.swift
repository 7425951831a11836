/// How an event's version follows the last one that a projection has seen of the same subject. Each aggregate's versions rise
/// by one, so this proves that none was missed.
package enum VersionStep: Equatable, Sendable {
    case next
    /// Already covered by what the projection holds.
    case seen
    /// These versions were never seen: parked as dead letters, or sent before this consumer began.
    case gap(missing: ClosedRange<Int>)

    /// `last` is the version that the projection holds; 0 when it holds nothing of the subject yet. So a subject that is first seen
    /// at version 1 misses nothing, and one first seen at version 3 misses two.
    package init(after last: Int, to version: Int) {
        if version <= last {
            self = .seen
        } else if version == last + 1 {
            self = .next
        } else {
            self = .gap(missing: (last + 1)...(version - 1))
        }
    }
}
