import ArgumentParser

/// `careline keys …`: the master keys, and the keys that sign tokens.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The master keys, and the keys that sign tokens.",
        discussion: """
            The master keys are in files, outside every database: one for each service, in the state directory of the platform which runs there, unless \
            CARE_AUTH_MASTER_KEY_FILE and so on name another, or CARE_MASTER_KEY_FILE one for all. Each key has an id, a fingerprint that tells nothing \
            of it. The databases are found as `careline migrate` finds them.
            """,
        subcommands: [ListKeys.self, RotateKey.self, AwaitRotation.self, RetireKey.self, RotateSigning.self])
}

/// Which key files and which databases are meant.
struct KeyOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions
    @Option(help: "Whose keys: auth, scheduling, messaging, health, ers, records or webhooks; several times for several. Default: everybody's.") var service: [String] =
        []
    @Option(help: "The file with the master keys of those services. Default: as the settings name it, else that of the platform in the state directory.") var file:
        String?

    func validate() throws {
        for name in service where !PlatformService.all.contains(where: { $0.name == name }) {
            throw ValidationError("\(name) is none of \(PlatformService.all.map(\.name).joined(separator: ", "))")
        }
    }
}
