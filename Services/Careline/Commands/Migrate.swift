import ArgumentParser
import Foundation
import Postgres

/// `careline migrate`: every service's schema.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring every service's database up to date.",
        discussion: """
            Runs `<service> migrate` for each, under a lock in its database: two runs at once wait for each other. The databases are those \
            of the platform that runs from the state directory, or those that \(PlatformService.all.map(\.databaseSetting).joined(separator: ", ")) \
            name, all of them. Migrations only go forward, and the release before works on the new schema.
            """)

    @OptionGroup var place: PlaceOptions
    @Flag(
        help: "Then spread the tables of messaging, records and health over the nodes of Citus; refused where the extension is not, or where a schema breaks its rules.")
    var distributed = false
    @Flag(help: "With --distributed: say as JSON how each table would be spread and what stands in the way, and change nothing.") var plan = false

    func validate() throws {
        if plan && !distributed { throw ValidationError("--plan is of --distributed") }
    }

    func run() async throws {
        let layout = try place.layout()
        let settings = try await Databases.settings(layout, ProcessInfo.processInfo.environment)
        if plan { return try await printPlan(settings) }
        try await Migrations.run(settings)
        for service in PlatformService.all { print("\(service.name): up to date") }
        if distributed { try await distribute(settings) }
    }

    /// All of them are looked at, also behind one that is refused.
    private func distribute(_ settings: ServiceEnvironment) async throws {
        var refusals: [String] = []
        for distribution in Distribution.all {
            let service = distribution.service
            do {
                let made = try await on(service, settings) { try await Citus(distribution: distribution).distribute($0) }
                print("\(service.name): \(made.isEmpty ? "distributed already" : "distributed \(made.joined(separator: ", "))")")
            } catch let refusal as Citus.Refusal {
                refusals.append("\(service.name): \(refusal)")
            }
        }
        if !refusals.isEmpty { throw Failure(refusals.joined(separator: "\n")) }
    }

    private func printPlan(_ settings: ServiceEnvironment) async throws {
        var plans: [String: DistributionPlan] = [:]
        for distribution in Distribution.all {
            let catalogue = try await on(distribution.service, settings) { try await $0.catalogue() }
            plans[distribution.service.name] = DistributionPlan(distribution, catalogue)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        print(String(decoding: try encoder.encode(plans), as: UTF8.self))
    }

    private func on<Result: Sendable>(
        _ service: PlatformService, _ settings: ServiceEnvironment, _ body: (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        try await Databases.withPool(of: service, at: Databases.url(of: service, in: settings.databases)) { try await $0.withConnection(body) }
    }
}
