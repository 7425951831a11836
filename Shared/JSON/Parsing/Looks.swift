#if DEBUG && os(Linux)
    import Synchronization
#endif

/// How often values of documents were looked at: what tests of how work grows with what a client sends count, by no clock. A release counts nothing, and
/// nor do other systems, whose older ones have no `Atomic`.
package enum Looks {
    #if DEBUG && os(Linux)
        private final class Count: Sendable {
            let value = Atomic(0)
        }

        @TaskLocal private static var count: Count?
    #endif

    package static var areCounted: Bool {
        #if DEBUG && os(Linux)
            true
        #else
            false
        #endif
    }

    @inline(__always) package static func add() {
        #if DEBUG && os(Linux)
            count?.value.add(1, ordering: .relaxed)
        #endif
    }

    /// Of the work; 0 in a release.
    package static func counted(_ work: () throws -> Void) rethrows -> Int {
        #if DEBUG && os(Linux)
            let count = Count()
            try $count.withValue(count) { try work() }
            return count.value.load(ordering: .relaxed)
        #else
            try work()
            return 0
        #endif
    }
}
