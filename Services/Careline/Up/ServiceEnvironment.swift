/// The settings that a service is started with on this machine, beside the operator's own CARE_… variables, which are handed on.
struct ServiceEnvironment: Sendable {
    let layout: Layout
    let broker: BrokerChoice
    let inherited: [String: String]
    /// The database's URL by the service's name.
    let databases: [String: String]
    /// Files that hold the same, of which the services are told instead: an environment is easily looked at.
    let databaseFiles: [String: String]
    /// Of this machine's platform; nil when the operator's own settings name the master keys.
    let masterKeyFile: String?

    /// Makes the master key when there is none.
    init(layout: Layout, broker: BrokerChoice, inherited: [String: String], databases: [String: String], databaseFiles: [String: String]) throws {
        self.layout = layout
        self.broker = broker
        self.inherited = inherited
        self.databases = databases
        self.databaseFiles = databaseFiles
        let isGiven = inherited["CARE_MASTER_KEY"] != nil || inherited["CARE_MASTER_KEY_FILE"] != nil
        masterKeyFile = isGiven ? nil : try Secrets(directory: layout.secrets).key(Layout.masterKeyName, bytes: 32)
    }

    /// The public address: CARE_ISSUER, else where the gateway listens.
    static func issuer(_ layout: Layout, _ inherited: [String: String]) -> String {
        if let issuer = inherited["CARE_ISSUER"] { return issuer }
        guard inherited["CARE_TLS_CERT"] != nil else { return "http://127.0.0.1:\(layout.gatewayPort)" }
        return "https://127.0.0.1:\(inherited["CARE_TLS_PORT"] ?? "8443")"
    }

    func environment(of service: PlatformService, replica: Int = 0) -> [String: String] {
        var environment = inherited
        environment["CARE_DATABASE_URL_FILE"] = databaseFiles[service.name]
        environment["CARE_DATABASE_URL"] = databaseFiles[service.name] == nil ? databases[service.name] : nil
        environment["CARE_KAFKA_BOOTSTRAP"] = broker.bootstrap(layout)
        environment["CARE_KAFKA_EMBEDDED"] = "\(broker == .embedded)"
        environment["CARE_HTTP_HOST"] = "127.0.0.1"
        environment["CARE_HTTP_PORT"] = "\(layout.port(of: service, replica: replica))"
        environment["CARE_ISSUER"] = Self.issuer(layout, inherited)
        environment["CARE_AUDIENCE"] = inherited["CARE_AUDIENCE"] ?? "careline"
        environment["CARE_JWKS_URL"] = "http://127.0.0.1:\(layout.port(of: .auth, replica: 0))/oauth/jwks"
        environment["CARE_TRUSTED_PROXIES"] = "127.0.0.1"
        if let masterKeyFile { environment["CARE_MASTER_KEY_FILE"] = masterKeyFile }
        return environment
    }
}
