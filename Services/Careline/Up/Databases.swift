import CareService

/// Where the services' databases are, for commands beside a running platform.
enum Databases {
    /// Those that the environment names when it names all of them, else those of the platform that runs here.
    static func settings(_ layout: Layout, _ inherited: [String: String]) async throws -> ServiceEnvironment {
        let (urls, files) = try await places(layout, inherited)
        return try ServiceEnvironment(layout: layout, broker: BrokerChoice(inherited), inherited: inherited, databases: urls, databaseFiles: files)
    }

    /// Their URLs by the service's name, and the files that hold these.
    static func places(_ layout: Layout, _ inherited: [String: String]) async throws -> (urls: [String: String], files: [String: String]) {
        var environment = Environment(inherited)
        var urls: [String: String] = [:]
        var files: [String: String] = [:]
        for service in PlatformService.all {
            let url = environment.secret(service.databaseSetting, default: "")
            if !url.isEmpty { urls[service.name] = url }
            if let file = inherited[service.databaseSetting + "_FILE"], !file.isEmpty { files[service.name] = file }
        }
        try environment.done()
        if !areNamed(inherited) {
            let postgres = try await LocalPostgres.running(layout, inherited)
            (urls, files) = (try postgres.urls(), try postgres.urlFiles())
        }
        return (urls, files)
    }
}
