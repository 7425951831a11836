import ArgumentParser
import Foundation

/// `careline import …`: data of others.
struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take in data of others.", subcommands: [ERs.self])

    struct ERs: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ers", abstract: "Enter emergency rooms from a CSV or GeoJSON file in the directory.",
            discussion: """
                Columns are found by name: id, name, latitude, longitude, and, where there are any, type, status, telephone, website, address, city, \
                state, zip, country, countyfips, timezone, opening_hours (also as the API spells them). Rows that are no emergency room's are refused, each with \
                its reason; malformed telephones, web addresses and hours are left out with a remark. A second import of the same file changes nothing, \
                one of a newer file only what its source has changed: corrections by schedulers stay, and so does what they have removed.

                Everything goes through the API of the platform that runs here, as the machine client careline-import, which is made for it. For \
                another platform give --url, and --token-file, or --client and --client-secret-file.
                """)

        @OptionGroup var place: PlaceOptions
        @Argument(help: "The file; .geojson and .json are read as GeoJSON, everything else as CSV.") var file: String
        @Option(help: "The gateway's address, http://…; the platform's that runs here unless given.") var url: String?
        @Option(help: "What the file's ids belong to; the file's name unless given. The same source's ids are the same emergency rooms.") var source: String?
        @Option(help: "A file with an access token (scheduler, admin or service; scope ers:write).") var tokenFile: String?
        @Option(help: "A machine client to get tokens for.") var client: String?
        @Option(help: "A file with its secret.") var clientSecretFile: String?
        @Option(help: "Where to write every refusal and remark, as CSV.") var report: String?
        @Option(help: "Rows sent at once, 1 to 500.") var batch = 200
        @Flag(help: "Say what would be done, and change nothing.") var dryRun = false

        func validate() throws {
            guard (1...500).contains(batch) else { throw ValidationError("--batch takes a number from 1 to 500") }
            guard (client == nil) == (clientSecretFile == nil) else { throw ValidationError("--client and --client-secret-file belong together") }
            guard tokenFile == nil || client == nil else { throw ValidationError("choose --token-file or --client") }
            if url != nil, tokenFile == nil, client == nil { throw ValidationError("--url needs --token-file, or --client and --client-secret-file") }
            if let url, !url.hasPrefix("http://") {
                throw ValidationError("--url takes an address that begins with http://; where the gateway has TLS, name ERDirectory's own address and give --token-file")
            }
        }

        func run() async throws {
            let records = try read()
            let gateway = try url ?? "http://127.0.0.1:\(place.layout().gatewayPort)"
            let directory = DirectoryClient(url: gateway, source: sourceName, isDryRun: dryRun, token: try await token(gateway))
            var progress = ImportProgress(total: records.count, isDryRun: dryRun)
            let outcome = try await ERImport(batch: batch, directory: directory).run(records) { progress.show($0) }
            progress.end(outcome)
            if let report {
                try outcome.csv.write(toFile: report, atomically: true, encoding: .utf8)
                print("  \(ImportReport.grouped(outcome.lines.count)) refusals and remarks are in \(report)")
            }
        }

        private func read() throws -> [CSVReader.Record] {
            let data: Data
            do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch { throw Failure("\(file) cannot be read: \(error.localizedDescription)") }
            let name = file.lowercased()
            do {
                return name.hasSuffix(".geojson") || name.hasSuffix(".json") ? try GeoJSONReader(data).records : try CSVReader([UInt8](data)).records
            } catch let fault as CSVReader.Fault { throw Failure("\(file): \(fault)") }
        }

        private var sourceName: String {
            if let source { return source }
            let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent.lowercased()
            return String(stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(40))
        }

        private func token(_ gateway: String) async throws -> @Sendable () async throws -> String {
            if let tokenFile {
                let token = try Secrets.firstLine(tokenFile)
                return { token }
            }
            if let client, let clientSecretFile {
                let secret = try Secrets.firstLine(clientSecretFile)
                return { try await DirectoryClient.machineToken(gateway, client: client, secret: secret) }
            }
            let client = ImportClient(settings: try await Databases.settings(place.layout(), ProcessInfo.processInfo.environment))
            let secret: String
            do { secret = try await client.register() } catch let failure as ErrandFailure { throw Failure("\(failure)") }
            return { try await DirectoryClient.machineToken(gateway, client: ImportClient.id, secret: secret) }
        }
    }
}
