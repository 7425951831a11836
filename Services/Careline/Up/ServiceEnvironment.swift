/// The settings that a service is started with, beside the operator's own CARE_… variables, which are handed on.
struct ServiceEnvironment: Sendable {
    var layout: Layout
    var broker: BrokerChoice
    var inherited: [String: String]
    var issuer: String
    /// The database's URL by the service's name.
    var databases: [String: String]
    var masterKeyFile: String

    func environment(of service: PlatformService, replica: Int = 0) -> [String: String] {
        var environment = inherited
        environment["CARE_DATABASE_URL"] = databases[service.name]
        environment["CARE_KAFKA_BOOTSTRAP"] = broker.bootstrap(layout)
        environment["CARE_HTTP_HOST"] = "127.0.0.1"
        environment["CARE_HTTP_PORT"] = "\(layout.port(of: service, replica: replica))"
        environment["CARE_ISSUER"] = issuer
        environment["CARE_AUDIENCE"] = inherited["CARE_AUDIENCE"] ?? "careline"
        environment["CARE_JWKS_URL"] = "http://127.0.0.1:\(layout.port(of: .auth, replica: 0))/oauth/jwks"
        environment["CARE_TRUSTED_PROXIES"] = "127.0.0.1"
        environment["CARE_MASTER_KEY_FILE"] = masterKeyFile
        return environment
    }
}
