import Foundation

extension Databases {
    /// Runs `body` on the databases that the environment names, else on those of the platform that runs here; when none does, starts
    /// its PostgreSQL alone for so long, with empty databases where there are none yet.
    static func with<Result>(
        _ layout: Layout, _ inherited: [String: String], _ body: (ServiceEnvironment) async throws -> Result
    ) async throws -> Result {
        if areNamed(inherited) || UpLock.holder(layout.lock) != nil { return try await body(try await settings(layout, inherited)) }
        try layout.createDirectories()
        let own = UpLock.Holder(pid: getpid(), gatewayPort: layout.gatewayPort, replicas: layout.replicas)
        guard let lock = try UpLock(layout.lock, holder: own) else { throw Failure("another command works on \(layout.state); try again when it is done") }
        defer { withExtendedLifetime(lock) {} }
        let pidFiles = PidFiles(directory: layout.run)
        await pidFiles.endSurvivors()
        let crew = Crew(pidFiles: pidFiles)
        do {
            let postgres = try await LocalPostgres.prepare(layout, inherited)
            try await crew.start([try postgres.member()])
            try await postgres.createDatabases()
            let settings = try ServiceEnvironment(
                layout: layout, broker: BrokerChoice(inherited), inherited: inherited, databases: try postgres.urls(), databaseFiles: try postgres.urlFiles())
            let result = try await body(settings)
            await crew.stop()
            return result
        } catch {
            await crew.stop()
            throw error
        }
    }

    static func areNamed(_ inherited: [String: String]) -> Bool {
        PlatformService.all.map(\.databaseSetting).allSatisfy { inherited[$0] != nil || inherited[$0 + "_FILE"] != nil }
    }
}
