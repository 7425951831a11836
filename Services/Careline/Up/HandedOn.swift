/// What of the operator's environment is handed on. It lies open in /proc to whoever has the program that got it, and the shell that
/// `careline up` is started from may hold anything: so this says what, not what not.
enum HandedOn {
    /// What a program needs of its machine.
    static func surroundings(_ name: String) -> Bool {
        ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH"].contains(name)
            || ["LC_", "SSL_CERT_", "SWIFT_", "MALLOC_", "ASAN_", "LSAN_", "TSAN_", "UBSAN_"].contains { name.hasPrefix($0) }
    }

    /// CARE_… that this service reads, but for those that `ServiceEnvironment` says itself. A secret's may come as NAME_FILE.
    static func settings(_ name: String, to service: PlatformService) -> Bool {
        let own = "CARE_\(service.name.uppercased())_"
        // Its database's and its keys' are for commands beside the platform, or under everybody's names.
        if name.hasPrefix(own) {
            return ![service.databaseSetting, service.standbySetting].contains { name.hasPrefix($0) } && name != service.masterKeySetting
        }
        return everybodys.contains(name) || everybodysFamilies.contains { name.hasPrefix($0) } || others[service.name, default: []].contains(name)
    }

    /// What the gateway's configuration names: nobody's database, nobody's keys.
    static func settingsOfGateway(_ name: String) -> Bool {
        let isServer = name.hasPrefix("CARE_") && (name.hasSuffix("_DNS") || name.contains("_SERVER_"))
        return isServer || ["CARE_GATEWAY_", "CARE_TLS_"].contains { name.hasPrefix($0) } || ["CARE_ISSUER", "CARE_SERVICES_CA"].contains(name)
    }

    /// What the front door reads: nobody's database, nobody's keys, no broker.
    static func settingsOfFrontDoor(_ name: String) -> Bool {
        serving.contains(name) || frontDoors.contains(name)
    }

    private static let frontDoors: Set<String> = [
        "CARE_FRONT_SITE", "CARE_FRONT_CLIENT", "CARE_FRONT_DEMO_PASSWORD", "CARE_FRONT_DEMO_PASSWORD_FILE", "CARE_FRONT_DEMO_INVITATION",
        "CARE_FRONT_DEMO_INVITATION_FILE"
    ]

    /// Of all that serve.
    private static let serving: Set<String> = [
        "CARE_BODY_MEMORY_MIB", "CARE_BODY_RATE", "CARE_CALLER_REQUESTS_A_MINUTE", "CARE_CALLER_WRITES_AT_ONCE",
        "CARE_LOG_LEVEL", "CARE_STOP_DEADLINE", "CARE_STOP_DELAY", "CARE_OTLP_ENDPOINT",
        "CARE_TRACE_RATIO"
    ]
    private static let everybodys = serving.union([
        "CARE_DATABASE_POOL_SIZE", "CARE_DATABASE_READ_PATIENCE", "CARE_JWKS_INTERVAL", "CARE_ACCESS_TOKEN_MAX_LIFETIME", "CARE_EVENT_KEYS_URL", "CARE_INBOX_RETENTION",
        "CARE_CLOCK_OFFSET",
        "CARE_ADMIN_SECOND_FACTOR", "CARE_DPOP_NONCE_KEY", "CARE_DPOP_NONCE_KEY_FILE"
    ])
    private static let everybodysFamilies = ["CARE_KAFKA_", "CARE_OUTBOX_", "CARE_CONSUMER_"]
    private static let storage: Set<String> = ["CARE_STORAGE_LIMIT", "CARE_STORAGE_LIMIT_NEW", "CARE_STORAGE_NEW_FOR"]
    /// Those that do not begin with the service's name.
    private static let others: [String: Set<String>] = [
        PlatformService.auth.name: [
            "CARE_ACCESS_TOKEN_LIFETIME", "CARE_CODE_LIFETIME", "CARE_SESSION_LIFETIME", "CARE_REFRESH_IDLE_LIFETIME", "CARE_REFRESH_GRACE",
            "CARE_BROWSER_SESSION_LIFETIME", "CARE_SIGNING_KEY_LIFETIME", "CARE_AUDIT_RETENTION", "CARE_SIGN_UPS_PER_HOUR", "CARE_ERASURE_GRACE",
            "CARE_SECOND_FACTOR_ROLES", "CARE_PASSWORD_LOGIN",
            "CARE_PROVIDERS_VERIFIED",
            "CARE_ARGON2_MEMORY_KIB",
            "CARE_ARGON2_PASSES", "CARE_PASSWORD_THREADS", "CARE_PASSWORD_QUEUE", "CARE_SMTP_URL", "CARE_SMTP_PASSWORD", "CARE_SMTP_PASSWORD_FILE",
            "CARE_SMTP_CA_FILE", "CARE_MAIL_FROM", "CARE_SDK_VERSIONS", "CARE_HEALTH_CLIENT_PASSWORD", "CARE_HEALTH_CLIENT_PASSWORD_FILE"
        ],
        PlatformService.messaging.name: storage,
        PlatformService.records.name: storage
    ]
}
