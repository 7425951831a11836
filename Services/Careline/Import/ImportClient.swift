/// The machine client by which this machine's platform takes in data of others; its secret stays on this machine.
struct ImportClient: Sendable {
    static let id = "careline-import"

    let settings: ServiceEnvironment

    /// Registers it, anew if need be. Its secret.
    func register() async throws -> String {
        let layout = settings.layout
        let file = try Secrets(directory: layout.secrets).key("client-\(Self.id)", bytes: 32)
        let launch = Launch(
            executable: PlatformService.auth.path,
            arguments: [
                "seed-client", "--id", Self.id, "--name", "Careline's imports", "--grant", "client_credentials", "--scope", "ers:write",
                "--secret-file", file
            ],
            environment: settings.environment(of: .auth), directory: layout.state, log: layout.log("seed-client"))
        try await Errand.run(launch, within: .seconds(30))
        return try Secrets.firstLine(file)
    }
}
