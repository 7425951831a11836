import ArgumentParser
import CareClient
import Foundation

/// One person's device: what their app has kept is in its folder.
struct Device: ParsableArguments {
    @Option var server: String
    @Option var clientID: String
    @Option var home: String

    static let redirect = "http://127.0.0.1/callback"
    static let scopes: [Scope] = [
        .profile, .messagesRead, .messagesWrite, .appointmentsRead, .appointmentsWrite, .healthRead, .healthWrite, .recordsRead, .recordsWrite
    ]

    /// - Parameter home: another's of the same app.
    func care(at home: String? = nil, isLive: Bool, over transport: any Transport = .system) async throws -> CareClient {
        guard let url = URL(string: server), let redirect = URL(string: Self.redirect) else { throw ValidationError("\(server) is no address") }
        let folder = URL(fileURLWithPath: home ?? self.home)
        return try await CareClient(
            .init(
                server: url, clientID: clientID, redirect: redirect, storage: .directory(folder), keychain: .files(in: folder.appendingPathComponent("keys")),
                transport: transport, language: "en", isLive: isLive))
    }
}
