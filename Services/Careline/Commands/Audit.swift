import ArgumentParser
import Foundation

/// `careline audit …`: who got in, what was given and withdrawn, and what operators did.
struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Who signed in and who was refused, what was given and withdrawn, what operators did.", subcommands: [Verify.self, Export.self])

    /// A chain of years is long.
    private static let patience: Duration = .seconds(6 * 3600)

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that nothing of it was changed, taken out or put in.",
            discussion: """
                With --records it is the log of who used whose health record, a chain for each person: --heads writes where each ends now to a file, which \
                is given with --known-heads the next time. --known is NUMBER:HASH then, which Records says in its log each day; it can be given for two weeks.

                Says where its chain ends now, as PLACE:HASH:INSTANT. Kept where whoever can write to Auth's database cannot, and given with --known the next \
                time, it also shows whether the whole database was set back.
                """)

        @OptionGroup var place: PlaceOptions
        @Option(help: "PLACE:HASH:INSTANT of a time before, which the chain has to go through; with --records NUMBER:HASH. Repeat for more.")
        var known: [String] = []
        @Flag(help: "Who used whose health record, in place of who got in.") var records = false
        @Option(help: "With --records: a file of heads of a time before.") var knownHeads: String?
        @Option(help: "With --records: the file to write the heads of now to.") var heads: String?

        func validate() throws {
            if !records, knownHeads != nil || heads != nil { throw ValidationError("--heads and --known-heads go with --records") }
        }

        func run() async throws {
            if records {
                let files = [("--known", knownHeads), ("--heads", heads)].flatMap { name, path in
                    // Records runs in another directory.
                    path.map { [name, URL(fileURLWithPath: $0).standardizedFileURL.path] } ?? []
                }
                let lists = known.flatMap { ["--known-list", $0] }
                try await AuthErrand.say(["verify-access-log"] + files + lists, of: .records, try place.layout(), within: Audit.patience)
                return
            }
            let arguments = ["verify-audit"] + known.flatMap { ["--known", $0] }
            try await AuthErrand.say(arguments, try place.layout(), within: Audit.patience)
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write it as JSON, one row a line, the earliest first.",
            discussion: "Rows appear some seconds after they were written. Go on behind the last line with its place in --after.")

        @OptionGroup var place: PlaceOptions
        @Option(help: "The file. Default: standard output.") var to: String?
        @Option(help: "About or by the person of this id.") var user: String?
        @Option(help: "Through this client.") var client: String?
        @Option(help: "Of this kind, such as login-failed.") var kind: String?
        @Option(help: "From this instant on (RFC 3339).") var since: String?
        @Option(help: "Before this instant.") var until: String?
        @Option(help: "Behind this place.") var after: Int?
        @Option(help: "At most so many rows. Default: 1000000.") var limit: Int?

        func run() async throws {
            let layout = try place.layout()
            // Auth runs in another directory.
            let file = to.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? layout.run + "/audit-export"
            defer { if to == nil { try? FileManager.default.removeItem(atPath: file) } }
            let said = try await AuthErrand.run(["export-audit", "--to", file] + filter, layout, within: Audit.patience)
            if to == nil { try Self.show(file) } else { print(said, terminator: "") }
        }

        private var filter: [String] {
            let options = [
                ("--user", user), ("--client", client), ("--kind", kind), ("--since", since), ("--until", until), ("--after", after.map(String.init)),
                ("--limit", limit.map(String.init))
            ]
            return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
        }

        private static func show(_ path: String) throws {
            guard let file = FileHandle(forReadingAtPath: path) else { throw Failure("\(path) cannot be read") }
            defer { try? file.close() }
            while let bytes = try file.read(upToCount: 1 << 20), !bytes.isEmpty { try FileHandle.standardOutput.write(contentsOf: bytes) }
        }
    }
}
