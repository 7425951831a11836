/// How often values of documents were looked at: what tests of how work grows with what a client sends count, by no clock. A release counts nothing.
package enum Looks {
    #if DEBUG
        // @unchecked: of one task's work.
        private final class Count: @unchecked Sendable {
            var value = 0
        }

        @TaskLocal private static var count: Count?
    #endif

    package static var areCounted: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    @inline(__always) package static func add() {
        #if DEBUG
            count?.value += 1
        #endif
    }

    /// Of the work; 0 in a release.
    package static func counted(_ work: () throws -> Void) rethrows -> Int {
        #if DEBUG
            let count = Count()
            try $count.withValue(count) { try work() }
            return count.value
        #else
            try work()
            return 0
        #endif
    }
}
