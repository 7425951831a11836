import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import Telemetry

/// The whole of a Main.swift.
package enum ServiceMain {
    /// Exit code for faulty settings (EX_CONFIG of sysexits.h).
    package static let configurationExit: Int32 = 78

    /// Runs what the first argument names and ends the process when it throws: `serve` (default: migrates under a lock, then
    /// serves), `migrate`, `healthy` (for a container's health check), `routes` (the table as JSON; needs no settings), or one of the
    /// service's own `commands`.
    ///
    /// `app` reads the service's own settings and leaves `done()` to this, so that all faults are reported at once.
    package static func run(
        _ name: String, migrations: [Migration], commands: [ServiceCommand] = [],
        app: @Sendable (ServiceConfiguration, inout Environment, PostgresPool) throws -> ServiceApp
    ) async {
        await run(name, commands: ["serve", "migrate", "healthy", "routes"] + commands.map(\.name)) { command in
            switch command {
            case "serve": try await serve(name, migrations, app)
            case "migrate": try await migrate(name, migrations, app)
            case "routes": try printRoutes(name, app)
            default: if let own = commands.first(where: { $0.name == command }) { try await perform(own, name, migrations, app) }
            }
        }
    }

    /// The same of a service that keeps nothing: there is no `migrate`.
    package static func run(
        stateless name: String, app: @Sendable (ServingConfiguration, inout Environment) throws -> StatelessApp
    ) async {
        await run(name, commands: ["serve", "healthy", "routes"]) { command in
            switch command {
            case "serve": try await serve(name, app)
            default: try printRoutes(name, app)
            }
        }
    }

    /// Performs what the first argument names, one of `commands`. Health is the same of all.
    private static func run(_ name: String, commands: [String], _ perform: (_ command: String) async throws -> Void) async {
        let arguments = CommandLine.arguments.dropFirst()
        let command = arguments.first ?? "serve"
        do {
            guard arguments.count <= 1, commands.contains(command) else { throw UsageError(service: name, commands: commands) }
            if command == "healthy" { try await HealthProbe.run(ProcessInfo.processInfo.environment) } else { try await perform(command) }
        } catch {
            Log.flush()
            FileHandle.standardError.write(Data("\(name)-service: \(message(error))\n".utf8))
            exit(code(error))
        }
        Log.flush()
    }

    typealias Compose = @Sendable (ServiceConfiguration, inout Environment, PostgresPool) throws -> ServiceApp

    struct UsageError: Error, CustomStringConvertible {
        var service: String
        var commands: [String]
        var description: String { "usage: \(service)-service [\(commands.joined(separator: " | "))]" }
    }

    /// The app from the settings, or a `ConfigurationError` with every fault.
    static func compose(_ name: String, _ migrations: [Migration], _ values: [String: String], _ app: Compose) throws -> ServiceApp {
        var environment = Environment(values)
        let configuration = ServiceConfiguration(name: name, &environment)
        let pool = configuration.pool()
        let composed = Result { try app(configuration, &environment, pool) }
        try environment.done()
        var service = try composed.get()
        service.migrations = migrations
        return service
    }

    private static func serve(_ name: String, _ migrations: [Migration], _ app: Compose) async throws {
        prepare()
        let service = try compose(name, migrations, ProcessInfo.processInfo.environment, app)
        log(as: service.configuration.serving)
        if service.configuration.clockOffset != .zero {
            Log.warning("CARE_CLOCK_OFFSET moves this service's clock: for tests only", ["seconds": String(service.configuration.clockOffset.seconds)])
        }
        try await migrate(service)
        try await service.run()
    }

    typealias ComposeStateless = @Sendable (ServingConfiguration, inout Environment) throws -> StatelessApp

    /// The app from the settings, or a `ConfigurationError` with every fault.
    static func compose(_ name: String, _ values: [String: String], _ app: ComposeStateless) throws -> StatelessApp {
        var environment = Environment(values)
        let configuration = ServingConfiguration(name: name, &environment)
        let composed = Result { try app(configuration, &environment) }
        try environment.done()
        return try composed.get()
    }

    private static func serve(_ name: String, _ app: ComposeStateless) async throws {
        prepare()
        let service = try compose(name, ProcessInfo.processInfo.environment, app)
        log(as: service.configuration)
        try await service.run()
    }

    private static func prepare() {
        Allocator.shareArenas()
        OpenFiles.allowAll()
    }

    private static func log(as configuration: ServingConfiguration) {
        Log.service = configuration.name
        Log.level = configuration.logLevel
    }

    private static func migrate(_ name: String, _ migrations: [Migration], _ app: Compose) async throws {
        try await onDatabase(name, migrations, app) { _, _ in }
    }

    private static func perform(_ command: ServiceCommand, _ name: String, _ migrations: [Migration], _ app: Compose) async throws {
        try await onDatabase(name, migrations, app) { pool, now in
            FileHandle.standardOutput.write(Data((try await command.run(pool, now) + "\n").utf8))
        }
    }

    /// Runs `body` on the service's database, up to date.
    private static func onDatabase(
        _ name: String, _ migrations: [Migration], _ app: Compose, _ body: @Sendable (PostgresPool, _ now: Date) async throws -> Void
    ) async throws {
        let service = try compose(name, migrations, ProcessInfo.processInfo.environment, app)
        log(as: service.configuration.serving)
        let result = await Result.capture {
            try await migrate(service)
            try await body(service.pool, service.now())
        }
        await service.pool.close()
        try result.get()
    }

    /// Waits a while for a database that is starting too.
    private static func migrate(_ service: ServiceApp) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(30)
        while true {
            do {
                let names = try await Migrator(service.migrations).run(service.pool)
                return Log.info("schema is up to date", ["applied": String(names.count)])
            } catch PostgresPoolError.unavailable {
                let reason = service.pool.connectFailure ?? .unknown
                guard clock.now < deadline else { throw reason }
                Log.warning("the database cannot be reached yet; trying again", ["reason": reason.description])
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Works without any setting, so that the contract can be checked anywhere.
    private static func printRoutes(_ name: String, _ app: Compose) throws {
        var environment = Environment(ProcessInfo.processInfo.environment)
        let configuration = ServiceConfiguration(name: name, &environment)
        try printRoutes(try app(configuration, &environment, configuration.pool()).routes)
    }

    private static func printRoutes(_ name: String, _ app: ComposeStateless) throws {
        var environment = Environment(ProcessInfo.processInfo.environment)
        let configuration = ServingConfiguration(name: name, &environment)
        try printRoutes(try app(configuration, &environment).routes)
    }

    private static func printRoutes(_ routes: [Route]) throws {
        print(try CareJSON.lines(of: routes.map(RouteDescription.init)))
    }

    private static func message(_ error: any Error) -> String {
        switch error {
        case let error as UsageError: error.description
        case let error as HealthProbe.NotReady: error.description
        case let error as ConfigurationError: String(describing: error)
        default: ErrorLabel.explain(error)
        }
    }

    private static func code(_ error: any Error) -> Int32 {
        switch error {
        case is ConfigurationError: configurationExit
        case is UsageError: 64
        default: 1
        }
    }
}
