import ArgumentParser
import Foundation

/// `careline keys rotate-signing`
struct RotateSigning: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-signing", abstract: "Make the next key that signs tokens before it is due.",
        discussion: """
            Auth does this by itself every CARE_SIGNING_KEY_LIFETIME. The new key is published at once and signs after an hour, when every service has \
            it; the one before stays published for two hours more, until its tokens have expired. Nobody notices.
            """)

    @OptionGroup var place: PlaceOptions
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false

    /// By Auth's own command.
    func run() async throws {
        let layout = try place.layout()
        let settings = try await Databases.settings(layout, ProcessInfo.processInfo.environment)
        let launch = Launch(
            executable: PlatformService.auth.path, arguments: ["rotate-signing-key"] + (dryRun ? ["--dry-run"] : []),
            environment: settings.environment(of: .auth), directory: layout.state, log: layout.log("rotate-signing-key"))
        do { print(try await Errand.run(launch, within: .seconds(60)), terminator: "") } catch let failure as ErrandFailure { throw Failure("\(failure)") }
    }
}
