import ArgumentParser
import Foundation

/// `careline clients …`: programs that may ask for tokens.
struct Clients: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Programs that may ask for tokens (OAuth clients).",
        subcommands: [List.self, Show.self, Create.self, Change.self, RotateSecret.self, Disable.self, Invite.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Clients by the beginning of the id or a part of the name; without, all of them.")
        @OptionGroup var place: PlaceOptions
        @Argument(help: "What to look for.") var text = ""
        func run() async throws { try await AuthErrand.sayLines(["list-clients", "--", text], try place.layout()) }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "A client, as JSON.")
        @OptionGroup var client: Named
        func run() async throws { try await client.run("show-client") }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a client, from the JSON that POST /admin/clients takes; a secret that it is given is shown this once.")
        @OptionGroup var place: PlaceOptions
        @OptionGroup var source: Source
        func run() async throws { try await source.run("create-client", [], try place.layout()) }
    }

    struct Change: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change a client, by the JSON that PATCH /admin/clients/ID takes; {\"disabled\": false} lets it be used again.")
        @OptionGroup var client: Named
        @OptionGroup var source: Source
        func run() async throws { try await source.run("change-client", [client.id], try client.place.layout()) }
    }

    struct RotateSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a client another secret, which is shown this once; the one before is taken for a while yet.")
        @OptionGroup var client: Named
        @Option(help: "So long the secret before is taken too.") var overlapHours = 24
        func run() async throws { try await client.run("rotate-client-secret", ["--overlap-hours", String(overlapHours)]) }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Give a client no codes and tokens any more, and end its sessions.")
        @OptionGroup var client: Named
        func run() async throws { try await client.run("disable-client") }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let somebody register clients by themselves (RFC 7591): shows the token for it, this once.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "So many clients.") var clients = 1
        @Option(help: "For so many days.") var days = 7
        @Option(help: "What they may ask for at most; openid, profile, email and offline_access unless given. Repeat for more.") var scope: [String] = []

        func run() async throws {
            let scopes = scope.flatMap { ["--scope", $0] }
            try await AuthErrand.say(["invite-clients", "--clients", String(clients), "--days", String(days)] + scopes, try place.layout())
        }
    }

    struct Named: ParsableArguments {
        @OptionGroup var place: PlaceOptions
        @Argument(help: "The client_id.") var id: String

        func run(_ command: String, _ options: [String] = []) async throws { try await AuthErrand.say([command] + options + ["--", id], try place.layout()) }
    }

    /// What is said of a client. Auth's command runs elsewhere, so it gets a file of ours.
    struct Source: ParsableArguments {
        @Option(name: .customLong("from"), help: "A file with the JSON; - is standard input.") var path = "-"

        func run(_ command: String, _ names: [String], _ layout: Layout) async throws {
            let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: path)
            guard let data else { throw Failure("\(path) cannot be read") }
            let file = layout.run + "/client.json"
            defer { try? FileManager.default.removeItem(atPath: file) }
            guard FileManager.default.createFile(atPath: file, contents: data, attributes: [.posixPermissions: 0o600]) else {
                throw Failure("\(file) cannot be written")
            }
            try await AuthErrand.say([command, "--from", file, "--"] + names, layout)
        }
    }
}
