/// What patches have cost, so that what uses several can bound them together. Each is bounded by itself, too.
package struct PatchWork: Sendable, Equatable {
    /// Children of objects and lists that were passed over on the way to a part. A step of a FHIRPath is as many as four.
    package var steps: Int
    /// Of resources, and parts of them, that were read or made.
    package var bytes: Int

    static let perPathStep = 4

    package init(steps: Int = 0, bytes: Int = 0) {
        self.steps = steps
        self.bytes = bytes
    }
}
