/// What `count` calls return that all begin before any ends, as far as the machine allows; in the order in which they end.
package func together<R: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> R) async throws -> [R] {
    try await withThrowingTaskGroup(of: R.self) { group in
        for index in 0..<count { group.addTask { try await body(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// As a client does whose first try is still at work (409 with `Retry-After`): sends it again until it is answered.
package func insisting(_ send: @Sendable () async throws -> Answer) async throws -> Answer {
    while true {
        let answer = try await send()
        guard answer.status == 409, answer.headers.contains(name: "Retry-After") else { return answer }
        try await Task.sleep(for: .milliseconds(5))
    }
}
