import Foundation

/// Runs one of Auth's own commands on its database, or another service's on theirs, for those of `careline`.
enum AuthErrand {
    /// And says what it said.
    static func say(_ arguments: [String], of service: PlatformService = .auth, _ layout: Layout, within limit: Duration = .seconds(60)) async throws {
        print(try await run(arguments, of: service, layout, within: limit), terminator: "")
    }

    /// The same of lines with names in them, which strangers gave themselves.
    static func sayLines(_ arguments: [String], _ layout: Layout) async throws { print(shown(try await run(arguments, layout)), terminator: "") }

    /// Each line as it may be shown.
    static func shown(_ lines: String) -> String {
        lines.split(separator: "\n", omittingEmptySubsequences: false).map { Terminal.shown(String($0), most: longestLine) }.joined(separator: "\n")
    }

    /// More than an account's id, username, name and address together.
    private static let longestLine = 1000

    /// What it said.
    static func run(
        _ arguments: [String], of service: PlatformService = .auth, _ layout: Layout, within limit: Duration = .seconds(60)
    ) async throws -> String {
        let settings = try await Databases.settings(layout, ProcessInfo.processInfo.environment)
        // Beside databases that are elsewhere nothing has run here yet, and there is no folder for what it says.
        try layout.createDirectories()
        let launch = Launch(
            executable: service.path, arguments: arguments, environment: settings.environment(of: service), directory: layout.state,
            log: layout.log(arguments[0]))
        return try await said(by: launch, within: limit)
    }

    /// A secret that is shown this once, perhaps: nothing of it stays in a file.
    static func said(by launch: Launch, within limit: Duration) async throws -> String {
        defer { try? FileManager.default.removeItem(atPath: launch.log) }
        do { return try await Errand.run(launch, within: limit) } catch let failure as ErrandFailure {
            let said = reason(LogFile(path: failure.launch.log).text(last: 4096))
            throw Failure(said.isEmpty ? "\(launch.executable) \(failure.reason)" : said)
        }
    }

    /// What auth-service said, without the usage of its own command line.
    private static func reason(_ output: String) -> String {
        let lines = output.split(separator: "\n").prefix { !$0.hasPrefix("Usage:") }
        let text = lines.joined(separator: "\n")
        return text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
    }
}
