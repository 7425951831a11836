import Foundation

/// A directory of the test's own, removed afterwards.
func withScratch<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = NSTemporaryDirectory() + "careline-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
}

/// Waits until the condition holds; false when it does not within the limit.
func eventually(within limit: Duration = .seconds(20), _ condition: () async -> Bool) async throws -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now + limit
    while clock.now < deadline {
        if await condition() { return true }
        try await Task.sleep(for: .milliseconds(20))
    }
    return await condition()
}

/// This checkout.
let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

/// Whether a process of this number runs (a zombie does not).
func isAlive(_ pid: pid_t) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else { return false }
    return !text[end...].hasPrefix(") Z")
}

/// The error of this type that the body throws; nil when it throws none or another.
func failure<Failure: Error>(of type: Failure.Type, _ body: () async throws -> Void) async -> Failure? {
    do {
        try await body()
        return nil
    } catch {
        return error as? Failure
    }
}
