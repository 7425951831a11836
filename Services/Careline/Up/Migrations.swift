/// Each service brings its own database's schema up to date; all at once.
enum Migrations {
    static func run(_ settings: ServiceEnvironment) async throws {
        let layout = settings.layout
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in PlatformService.all {
                let launch = Launch(
                    executable: service.path, arguments: ["migrate"], environment: settings.environment(of: service), directory: layout.state,
                    log: layout.log("\(service.name)-migrate"))
                group.addTask { try await Errand.run(launch, within: .seconds(600)) }
            }
            try await group.waitForAll()
        }
    }
}
