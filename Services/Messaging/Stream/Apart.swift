/// Runs `work` in a task of its own. A task keeps the memory of its deepest call until it ends, and a stream's own mostly waits.
func apart<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    async let value = work()
    return try await value
}
