import Foundation

/// The settings that a service is started with on this machine: its own, and of the operator's environment what it needs.
struct ServiceEnvironment: Sendable {
    let layout: Layout
    let broker: BrokerChoice
    let inherited: [String: String]
    /// The database's URL by the service's name.
    let databases: [String: String]
    /// Files that hold the same, of which the services are told instead: an environment is easily looked at.
    let databaseFiles: [String: String]
    /// By the service's name.
    private let masterKeys: [String: MasterKeySource]
    /// The file of the secret by which HealthMonitor is a client of Auth's.
    private let healthClientSecret: String

    /// Makes the files of master keys that this platform has to have and has not.
    init(layout: Layout, broker: BrokerChoice, inherited: [String: String], databases: [String: String], databaseFiles: [String: String]) throws {
        self.layout = layout
        self.broker = broker
        self.inherited = inherited
        self.databases = databases
        self.databaseFiles = databaseFiles
        var sources: [String: MasterKeySource] = [:]
        for service in PlatformService.all {
            let source = MasterKeySource(of: service, layout, inherited)
            if source == .own { try MasterKeyFile.make(for: service, layout, now: Date()) }
            sources[service.name] = source
        }
        masterKeys = sources
        healthClientSecret = try inherited["CARE_HEALTH_CLIENT_PASSWORD_FILE"] ?? Self.makeClientSecret(layout)
    }

    private static func makeClientSecret(_ layout: Layout) throws -> String {
        try FileManager.default.createDirectory(atPath: layout.secrets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return try Secrets(directory: layout.secrets).key("client-careline-health", bytes: 32)
    }

    /// The public address: CARE_ISSUER, else where the gateway listens.
    static func issuer(_ layout: Layout, _ inherited: [String: String]) -> String {
        if let issuer = inherited["CARE_ISSUER"] { return issuer }
        guard inherited["CARE_TLS_CERT"] != nil else { return "http://127.0.0.1:\(layout.gatewayPort)" }
        return "https://127.0.0.1:\(inherited["CARE_TLS_PORT"] ?? "8443")"
    }

    /// Where mails lie when no server is named that sends them.
    var mailFolder: String { inherited["CARE_MAIL_FOLDER"] ?? layout.mail }

    func environment(of service: PlatformService, replica: Int = 0) -> [String: String] {
        var environment = inherited.filter { HandedOn.surroundings($0.key) || HandedOn.settings($0.key, to: service) }
        environment["CARE_DATABASE_URL_FILE"] = databaseFiles[service.name]
        environment["CARE_DATABASE_URL"] = databaseFiles[service.name] == nil ? databases[service.name] : nil
        for form in ["", "_FILE"] { environment["CARE_DATABASE_READ_URL" + form] = inherited[service.standbySetting + form] }
        environment.merge(serving(port: layout.port(of: service, replica: replica))) { _, own in own }
        environment["CARE_KAFKA_BOOTSTRAP"] = broker.bootstrap(layout)
        environment["CARE_KAFKA_EMBEDDED"] = "\(broker == .embedded)"
        environment["CARE_AUDIENCE"] = inherited["CARE_AUDIENCE"] ?? "careline"
        environment["CARE_JWKS_URL"] = "http://127.0.0.1:\(layout.port(of: .auth, replica: 0))/oauth/jwks"
        if service.name == PlatformService.auth.name {
            environment["CARE_MAIL_FOLDER"] = mailFolder
            // On one machine things are tried out: who signs up as a provider is one, unless the operator says otherwise.
            environment["CARE_PROVIDERS_VERIFIED"] = inherited["CARE_PROVIDERS_VERIFIED"] ?? "assumed"
        }
        if [PlatformService.auth.name, PlatformService.health.name].contains(service.name), inherited["CARE_HEALTH_CLIENT_PASSWORD"] == nil {
            environment["CARE_HEALTH_CLIENT_PASSWORD_FILE"] = healthClientSecret
        }
        if service.name == PlatformService.health.name {
            environment["CARE_HEALTH_RECORDS_ADDRESS"] = inherited["CARE_HEALTH_RECORDS_ADDRESS"] ?? "http://127.0.0.1:\(layout.port(of: .records, replica: 0))"
        }
        switch masterKeys[service.name] {
        case .value(let keys): environment["CARE_MASTER_KEY"] = keys
        case .named(let file): environment["CARE_MASTER_KEY_FILE"] = file
        case .own, nil: environment["CARE_MASTER_KEY_FILE"] = layout.masterKey(of: service)
        }
        return environment
    }

    /// The front door has no database, no broker and no keys. On the demo it shows the password of the demo's accounts, and its invitation.
    func environmentOfFrontDoor(replica: Int, isDemo: Bool) -> [String: String] {
        var environment = inherited.filter { HandedOn.surroundings($0.key) || HandedOn.settingsOfFrontDoor($0.key) }
        environment.merge(serving(port: layout.port(of: .frontDoor, replica: replica))) { _, own in own }
        environment["CARE_FRONT_SITE"] = inherited["CARE_FRONT_SITE"] ?? layout.site
        for (name, file) in [("CARE_FRONT_DEMO_PASSWORD", layout.demoPassword), ("CARE_FRONT_DEMO_INVITATION", layout.demoInvitation)] {
            let isNamed = inherited[name] != nil || inherited[name + "_FILE"] != nil
            if isDemo, !isNamed { environment[name + "_FILE"] = file }
        }
        return environment
    }

    /// What all that serve are told. A process that ends by a trap ends at once, and is there again: Swift would read its whole program for a backtrace first.
    private func serving(port: Int) -> [String: String] {
        [
            "SWIFT_BACKTRACE": inherited["SWIFT_BACKTRACE"] ?? "enable=no",
            "CARE_HTTP_HOST": "127.0.0.1", "CARE_HTTP_PORT": "\(port)", "CARE_ISSUER": Self.issuer(layout, inherited), "CARE_TRUSTED_PROXIES": "127.0.0.1"
        ]
    }
}
