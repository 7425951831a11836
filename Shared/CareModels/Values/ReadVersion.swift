/// Whether something is still what its caller has read.
package enum ReadVersion {
    /// `expected`: the version that they have read (`If-Match`); nil for whatever is there. What is refused says which one it is by now.
    package static func check<Refusal: Error>(_ expected: Int?, against present: Int, _ changed: (Int) -> Refusal) throws(Refusal) {
        if let expected, expected != present { throw changed(present) }
    }
}
