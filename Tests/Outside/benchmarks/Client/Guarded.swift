import Foundation

/// A value that several tasks change.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    // Every access is under the lock.
    private let lock = NSLock()
    private var held: Value

    init(_ value: Value) { held = value }

    var value: Value {
        get { lock.withLock { held } }
        set { lock.withLock { held = newValue } }
    }

    func change(_ body: (inout Value) -> Void) { lock.withLock { body(&held) } }
}
