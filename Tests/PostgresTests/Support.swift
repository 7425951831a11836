import Foundation
import Glibc
import Postgres
import Synchronization
import TestKit
import Testing

/// Waits until the condition holds, looking again every few milliseconds; fails the test after 20 s.
func eventually(_ what: Comment, _ condition: () async throws -> Bool, at location: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("did not come to pass: \(what)", sourceLocation: location)
            throw CancellationError()
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// A meeting point: `arrive` returns once `count` tasks are there.
actor Gate {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { missing = count }

    func arrive() async {
        missing -= 1
        if missing <= 0 {
            for waiter in waiting { waiter.resume() }
            waiting = []
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Waits for the others without being counted.
    func wait() async {
        if missing > 0 { await withCheckedContinuation { waiting.append($0) } }
    }
}

extension PostgresPool {
    func value<T: PostgresDecodable>(_ sql: SQL) async throws -> T {
        try await withConnection { connection in
            let row = try #require(try await connection.first(sql))
            return try row[0]
        }
    }

    /// How many sessions of this database run something whose text begins so.
    func sessions(running text: String) async throws -> Int {
        try await value(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE \(text + "%")")
    }
}

/// `#expect(found == expected)` for where `found` throws inside a closure: Swift 6.0 refuses the macro's expansion there.
func expect<T: Equatable>(_ found: T, is expected: T, at location: SourceLocation = #_sourceLocation) {
    #expect(found == expected, sourceLocation: location)
}

/// A mutex that closures can share: a local `Mutex` cannot be captured by more than one.
final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    func withLock<R: Sendable>(_ body: (inout Value) -> R) -> R {
        mutex.withLock { value in
            var copy = value
            defer { value = copy }
            return body(&copy)
        }
    }
}

extension LocalServer {
    /// To the server and its children.
    func signal(_ number: Int32) throws {
        let file = try String(contentsOfFile: directory + "/data/postmaster.pid", encoding: .utf8)
        let pid = Int32(file.prefix { $0.isNumber })!
        let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8).split(separator: " ").compactMap { Int32($0) }
        for process in [pid] + children { _ = Glibc.kill(process, number) }
    }
}
