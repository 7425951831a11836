import ArgumentParser
import Foundation

/// `careline import …`: data of others.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take in data of others.", subcommands: [ERs.self])

    struct ERs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ers", abstract: "Enter emergency rooms from a CSV or GeoJSON list in the directory.",
            discussion: """
                Columns are found by name: id, name, latitude, longitude, and, where there are any, type, status, telephone, website, address, city, \
                state, zip, country, countyfips, timezone, opening_hours (also as the API spells them). Rows that are no emergency room's are refused, each with \
                its reason; malformed telephones, web addresses and hours are left out with a remark. A second import of the same file changes nothing, \
                one of a newer file only what its source has changed: corrections by schedulers stay, and so does what they have removed.

                Everything goes through the API of the platform that runs here, as the machine client careline-import, which is made for it. For \
                another platform give --url, and --token-file, or --client and --client-secret-file.

                A list at an address of https is fetched: up to \(ListSource.mostBytes >> 20) MiB within \(ListSource.deadline.components.seconds / 60) minutes, over at most \
                \(ListSource.mostRedirects) redirects, none of them out of https. Certificates are checked; --ca names a file of others to trust than the system's.
                With --remember it is fetched and sent again only when its server has another version of it (ETag, Last-Modified).
                """)

        @OptionGroup var place: PlaceOptions
        @Argument(help: "The file, or an address https://…; .geojson and .json are read as GeoJSON, everything else as CSV.") var list: String
        @Option(help: "The gateway's address, https://… or http://…; the platform's that runs here unless given.") var url: String?
        @Option(help: "A file of certificates in PEM, to trust in place of the system's.") var ca: String?
        @Option(help: "What the list's ids belong to; its name unless given. The same source's ids are the same emergency rooms.") var source: String?
        @Option(help: "A file with an access token (scheduler, admin or service; scope ers:write).") var tokenFile: String?
        @Option(help: "A machine client to get tokens for.") var client: String?
        @Option(help: "A file with its secret.") var clientSecretFile: String?
        @Option(help: "Where to write every refusal and remark, as CSV.") var report: String?
        @Option(help: "A file to keep the fetched list's version in: while it is the same, nothing is fetched or sent.") var remember: String?
        @Option(help: "Rows sent at once, 1 to 500.") var batch = 200
        @Flag(help: "Say what would be done, and change nothing.") var dryRun = false

        func validate() throws {
            guard (1...500).contains(batch) else { throw ValidationError("--batch takes a number from 1 to 500") }
            guard (client == nil) == (clientSecretFile == nil) else { throw ValidationError("--client and --client-secret-file belong together") }
            guard tokenFile == nil || client == nil else { throw ValidationError("choose --token-file or --client") }
            if url != nil, tokenFile == nil, client == nil { throw ValidationError("--url needs --token-file, or --client and --client-secret-file") }
            if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") {
                throw ValidationError("--url takes an address that begins with https:// or http://")
            }
            if remember != nil, !ListSource(list).isAddress { throw ValidationError("--remember goes with a list at an address of https; a file is read each time") }
            if list.hasPrefix("http://") { throw ValidationError("a list is fetched over https alone: on the way anybody could change it") }
        }

        func run() async throws {
            let gateway = try url ?? "http://127.0.0.1:\(place.layout().gatewayPort)"
            let memory = try remember.map { try ListMemory($0, of: [self.list, source ?? "", gateway]) }
            let origin = ListSource(self.list)
            // What would be done is asked of the directory, which may have changed where the list has not.
            guard let list = try await origin.read(trusting: ca, known: dryRun ? nil : memory?.known) else {
                print("  ✓ \(origin.shown) is as it was when it was taken in last")
                return
            }
            let records = try list.records()
            let directory = DirectoryClient(
                url: gateway, authorities: ca, source: source ?? list.name, isDryRun: dryRun, token: try await token(gateway))
            var progress = ImportProgress(total: records.count, isDryRun: dryRun)
            let outcome = try await ERImport(batch: batch, directory: directory).run(records) { progress.show($0) }
            progress.end(outcome)
            if !dryRun { try memory?.keep(list.version) }
            if let report {
                try outcome.csv.write(toFile: report, atomically: true, encoding: .utf8)
                print("  \(ImportReport.grouped(outcome.lines.count)) refusals and remarks are in \(report)")
            }
        }

        private func token(_ gateway: String) async throws -> @Sendable () async throws -> String {
            if let tokenFile {
                let token = try Secrets.firstLine(tokenFile)
                return { token }
            }
            if let client, let clientSecretFile {
                let secret = try Secrets.firstLine(clientSecretFile)
                return { [ca] in try await DirectoryClient.machineToken(gateway, authorities: ca, client: client, secret: secret) }
            }
            let client = ImportClient(settings: try await Databases.settings(place.layout(), ProcessInfo.processInfo.environment))
            let secret: String
            do { secret = try await client.register() } catch let failure as ErrandFailure { throw Failure("\(failure)") }
            return { [ca] in try await DirectoryClient.machineToken(gateway, authorities: ca, client: ImportClient.id, secret: secret) }
        }
    }
}
