import ArgumentParser

/// `careline keys …`: the master keys, and the keys that sign tokens.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The master keys, and the keys that sign tokens.",
        discussion: """
            The master keys are in a file, outside every database: CARE_MASTER_KEY_FILE, or that of the platform which runs from the state directory. Each \
            has an id, a fingerprint that tells nothing of it. The databases are found as `careline migrate` finds them.
            """,
        subcommands: [ListKeys.self, RotateKey.self, AwaitRotation.self, RetireKey.self, RotateSigning.self])
}

/// Which key file and which databases are meant.
struct KeyOptions: ParsableArguments {
    @OptionGroup var place: PlaceOptions
    @Option(help: "The file with the master keys. Default: CARE_MASTER_KEY_FILE, else that of the platform in the state directory.") var file: String?
}
