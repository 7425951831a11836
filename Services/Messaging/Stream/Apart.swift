/// Runs `work` in a task of its own. A task keeps the memory of its deepest call until it ends, and a stream's own mostly waits. By itself, and not `async let`:
/// that takes two thirds of a kilobyte of the task that waits, to begin the other in. Nor does it prefer the event loop of a connection, as the task of an event
/// stream does: what is opened and written for one stream holds up no other.
@inline(never)
func apart<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let task = Task { try await work() }
    return try await withTaskCancellationHandler {
        try await task.value
    } onCancel: {
        task.cancel()
    }
}
