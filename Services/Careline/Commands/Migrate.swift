import ArgumentParser
import Foundation

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

    func run() async throws {
        let layout = try place.layout()
        let inherited = ProcessInfo.processInfo.environment
        try await Migrations.run(try await Databases.settings(layout, inherited))
        for service in PlatformService.all { print("\(service.name): up to date") }
    }
}
