/// Where the services' databases are, for commands beside a running platform.
enum Databases {
    /// Those that the environment names when it names all of them, else those of the platform that runs here.
    static func settings(_ layout: Layout, _ inherited: [String: String]) async throws -> ServiceEnvironment {
        var urls: [String: String] = [:]
        for service in PlatformService.all { urls[service.name] = inherited[service.databaseSetting] }
        if !areNamed(inherited) { urls = try await LocalPostgres.running(layout, inherited).urls() }
        return try ServiceEnvironment(layout: layout, broker: BrokerChoice(inherited), inherited: inherited, databases: urls)
    }
}
