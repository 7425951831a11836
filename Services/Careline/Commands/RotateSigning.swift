import ArgumentParser
import Foundation

/// `careline keys rotate-signing`
struct RotateSigning: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-signing", abstract: "Make the next key that signs tokens before it is due.",
        discussion: """
            Auth does this by itself every CARE_SIGNING_KEY_LIFETIME. The new key is published at once and signs after an hour, when every service has \
            it; the one before stays published for two hours more, until its tokens have expired. Nobody notices.

            If somebody may know a signing key, --emergency: every key is withdrawn at once, with the tokens that it signed, and a new one signs.
            """)

    @OptionGroup var place: PlaceOptions
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Somebody may know a signing key: withdraw all at once, with every token that they signed.") var emergency = false
    @Flag(help: "With --emergency: end everybody's session too, so that all log in again.") var endSessions = false

    func validate() throws {
        if endSessions, !emergency { throw ValidationError("--end-sessions goes with --emergency") }
    }

    /// By Auth's own command.
    func run() async throws {
        let layout = try place.layout()
        let settings = try await Databases.settings(layout, ProcessInfo.processInfo.environment)
        let options = [("--dry-run", dryRun), ("--emergency", emergency), ("--end-sessions", endSessions)].filter(\.1).map(\.0)
        let launch = Launch(
            executable: PlatformService.auth.path, arguments: ["rotate-signing-key"] + options,
            environment: settings.environment(of: .auth), directory: layout.state, log: layout.log("rotate-signing-key"))
        do { print(try await Errand.run(launch, within: .seconds(endSessions ? 3600 : 60)), terminator: "") } catch let failure as ErrandFailure {
            throw Failure("\(failure)")
        }
    }
}
