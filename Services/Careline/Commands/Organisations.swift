import ArgumentParser

/// `careline organisations …`: clinics, and other houses that people work in together.
struct Organisations: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Clinics, and other houses that people work in together.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Take an organisation in, with its first owner.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "What it is called.") var name: String
        @Option(help: "IANA name, such as America/Winnipeg.") var timeZone: String
        @Option(help: "An address, as on a letter; may be repeated.") var address: [String] = []
        @Option(help: "The username of its first owner.") var owner: String
        @Flag(help: "The owner, a provider, practises there too.") var ownerPractises = false

        func run() async throws {
            let addresses = address.map { "--address=\($0)" }
            let options = ["--name=\(name)", "--time-zone", timeZone, "--owner", owner] + addresses + (ownerPractises ? ["--owner-practises"] : [])
            try await AuthErrand.say(["create-organisation"] + options, try place.layout())
        }
    }
}
