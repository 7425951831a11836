import ArgumentParser
import CareClient
import Foundation

/// Where the client keeps what it has on this machine: a folder for each server, which only its owner enters.
struct Device: ParsableArguments {
    @Option(help: "The platform's address; else CARE_SERVER, else the one of the last login.") var server: String?
    @Option(help: "As which app; else CARE_CLIENT_ID, else demo-app, which `make up` registers.") var client: String?

    /// The client as it was left: nothing waits for the network. What could not be read of it is said.
    func care(redirect: String = "http://127.0.0.1/callback", isLive: Bool = false) async throws -> CareClient {
        let environment = ProcessInfo.processInfo.environment
        let home = URL(fileURLWithPath: environment["CARE_HOME"] ?? NSHomeDirectory() + "/.care")
        let last = home.appendingPathComponent("server")
        let remembered = try? String(contentsOf: last, encoding: .utf8)
        let name = server ?? environment["CARE_SERVER"] ?? remembered ?? "http://127.0.0.1:8080"
        guard let url = URL(string: name), let host = url.host, let redirect = URL(string: redirect) else { throw ValidationError("\(name) is no address") }
        let folder = home.appendingPathComponent("\(host)-\(url.port ?? 443)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data(name.utf8).write(to: last, options: .atomic)
        let care = try await CareClient(
            .init(
                server: url, clientID: client ?? environment["CARE_CLIENT_ID"] ?? "demo-app", redirect: redirect, storage: .directory(folder),
                keychain: .files(in: folder.appendingPathComponent("keys")), isLive: isLive))
        let notices = await care.noticed.first { _ in true } ?? []
        for words in notices.map({ Wording.of($0) }).sorted() { Terminal.complain(words) }
        return care
    }
}
