import ArgumentParser
import CareClient
import Foundation

/// Where the client keeps what it has on this machine: a folder for each server, which only its owner enters.
struct Device: ParsableArguments {
    @Option(help: "The platform's address; else CARE_SERVER, else the one of the last login.") var server: String?
    @Option(help: "As which app; else CARE_CLIENT_ID, else demo-app, which `make up` registers.") var client: String?

    /// The client as it was left: nothing waits for the network. What could not be read of it is said.
    func care(redirect: String = "http://127.0.0.1/callback", isLive: Bool = false) async throws -> CareClient {
        let (url, folder) = (try address(), try place())
        guard let callback = URL(string: redirect) else { throw ValidationError("\(redirect) is no address") }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let care = try await CareClient(
            .init(
                server: url, clientID: client ?? Self.environment["CARE_CLIENT_ID"] ?? "demo-app", redirect: callback, storage: .directory(folder),
                keychain: try keychain(), isLive: isLive))
        let notices = await care.noticed.first { _ in true } ?? []
        for words in notices.map({ Wording.of($0) }).sorted() { Terminal.complain(words) }
        return care
    }

    /// What the next commands go by, where nothing else is said.
    func rememberServer() throws { try Data(try address().absoluteString.utf8).write(to: Self.last, options: .atomic) }

    func keychain() throws -> Keychain { .files(in: try place().appendingPathComponent("keys")) }

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }
    private static var home: URL { URL(fileURLWithPath: environment["CARE_HOME"] ?? NSHomeDirectory() + "/.care") }
    private static var last: URL { home.appendingPathComponent("server") }

    private func address() throws -> URL {
        let name = server ?? Self.environment["CARE_SERVER"] ?? (try? String(contentsOf: Self.last, encoding: .utf8)) ?? "http://127.0.0.1:8080"
        guard let url = URL(string: name), url.host != nil, ["http", "https"].contains(url.scheme) else { throw ValidationError("\(name) is no address") }
        return url
    }

    private func place() throws -> URL {
        let url = try address()
        return Self.home.appendingPathComponent("\(url.host ?? "")-\(url.port ?? 443)")
    }
}
