extension Result where Failure == any Error {
    /// The outcome of a throwing body, so that something can be closed before it is looked at.
    package static func capture(_ body: () async throws -> Success) async -> Self {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
