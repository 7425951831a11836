/// A service with a database as the operator's CLI knows it: its executable, its database, its place among the ports.
struct PlatformService: Sendable {
    var name: String
    var executable: String
    var database: String
    var portOffset: Int

    var program: PlatformProgram { PlatformProgram(name: name, executable: executable, portOffset: portOffset) }

    static let auth = PlatformService(name: "auth", executable: "auth-service", database: "care_auth", portOffset: 0)
    static let scheduling = PlatformService(name: "scheduling", executable: "scheduling-service", database: "care_scheduling", portOffset: 1)
    static let messaging = PlatformService(name: "messaging", executable: "messaging-service", database: "care_messaging", portOffset: 2)
    static let health = PlatformService(name: "health", executable: "health-monitor-service", database: "care_health", portOffset: 3)
    static let ers = PlatformService(name: "ers", executable: "er-directory-service", database: "care_ers", portOffset: 4)
    static let records = PlatformService(name: "records", executable: "records-service", database: "care_records", portOffset: 5)
    /// The front door has the place between.
    static let webhooks = PlatformService(name: "webhooks", executable: "webhooks-service", database: "care_webhooks", portOffset: 7)

    static let all = [auth, scheduling, messaging, health, ers, records, webhooks]

    /// Names its database for commands beside a running platform.
    var databaseSetting: String { "CARE_\(name.uppercased())_DATABASE_URL" }

    /// Names its standbys, for `careline up`.
    var standbySetting: String { "CARE_\(name.uppercased())_DATABASE_READ_URL" }

    /// Names its file of master keys, where that is neither this machine's platform's nor everybody's.
    var masterKeySetting: String { "CARE_\(name.uppercased())_MASTER_KEY_FILE" }

    var path: String { program.path }
}
