import ArgumentParser
import Foundation

/// `careline restored`: tells a service that its database is an older copy.
struct Restored: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tell a service that an older copy of its database was restored.",
        discussion: """
            Messaging and the directory of emergency rooms number what their clients follow. Numbers that were given out after the copy was made \
            would be given out again, for other things; this begins anew beyond them, and clients that followed load again what they have. Run it \
            before the service starts on the copy. The databases are found as `careline migrate` finds them.
            """)

    static let services = [PlatformService.messaging, .ers]

    @OptionGroup var place: PlaceOptions
    @Argument(help: "Whose database: messaging or ers.") var service: String

    func validate() throws {
        guard Self.services.contains(where: { $0.name == service }) else {
            throw ValidationError("\(service) is none of \(Self.services.map(\.name).joined(separator: ", ")): the others number nothing for clients")
        }
    }

    func run() async throws {
        let layout = try place.layout()
        let settings = try await Databases.settings(layout, ProcessInfo.processInfo.environment)
        for named in Self.services where named.name == service {
            try await Self.tell(named, settings)
            print("\(service): clients load anew what they have")
        }
    }

    /// By the service's own command.
    static func tell(_ service: PlatformService, _ settings: ServiceEnvironment) async throws {
        let launch = Launch(
            executable: service.path, arguments: ["restored"], environment: settings.environment(of: service), directory: settings.layout.state,
            log: settings.layout.log("\(service.name)-restored"))
        do { try await Errand.run(launch, within: .seconds(600)) } catch let failure as ErrandFailure { throw Failure("\(failure)") }
    }
}
