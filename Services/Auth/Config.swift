import CareModels
import CareService
import Foundation
import Sealing

/// Auth's own settings, beside those that every service has.
struct AuthSettings: Sendable {
    var issuer: String
    var audience: String
    var masterKeys: MasterKeys
    var accessTokenLifetime: TimeInterval = 600
    /// What lives longer from its `iat` to its `exp` is refused, whoever signed it.
    var longestAccessToken: Duration = .seconds(3600)
    var codeLifetime: TimeInterval = 60
    /// A session ends after so long, however often it is refreshed.
    var sessionLifetime: TimeInterval = 180 * 86_400
    var refresh = RefreshRotation.Limits()
    /// How long a browser stays logged in on our pages.
    var browserSessionLifetime: TimeInterval = 12 * 3600
    var keys = KeyRotation.Schedule()
    var passwordCost = PasswordCost()
    /// One processor is left to everything else: under a storm of wrong passwords whoever is logged in refreshes their session as before.
    var hashingThreads = Self.usualHashingThreads
    /// Passwords that may wait for a thread: at 25 ms each, those of one thread wait 0.8 s at most.
    var hashingQueue = 32 * Self.usualHashingThreads
    private static let usualHashingThreads = max(1, ProcessInfo.processInfo.activeProcessorCount - 1)
    var accountLockOut = LockOut.Policy.account
    var addressLockOut = LockOut.Policy.address
    /// Of one address: an IPv4 address, or the /64 of an IPv6 address.
    var signUpsPerHour = 30
    /// Of one's own account, and logins from one address, at once and a minute, of each replica: `CARE_AUTH_CHANGES_A_MINUTE`. Twice as many codes and exchanged tokens of
    /// one person, and ten times as many requests that a public app leaves from one address.
    var changesPerMinute = 120
    /// Of organisations and of others' accounts and clients, by who makes them, and what operators look at: `CARE_AUTH_ADMINISTRATION_A_MINUTE`.
    var administrationPerMinute = 240
    /// Of one person, that go on: `CARE_AUTH_SESSIONS`.
    var mostSessions = 1000
    /// So long an account waits to be erased whose person has asked for it; zero: it does not.
    var erasureGrace: TimeInterval = 7 * 86_400
    /// How providers come to be listed, booked and written to.
    var providersVerified = ProviderVerification.required
    var auditRetention = Self.sixYears
    private static let sixYears: TimeInterval = 2192 * 86_400
    var mail = MailSettings()
    /// Power over others is for admins who have shown a second factor.
    var adminsNeedSecondFactor = true
    /// With these proofs of possession have to hold one.
    var proofNonces: ProofNonces?
    /// Networks in which clients' servers may be though they are not the public internet's: `CARE_AUTH_NETWORKS`.
    var networks: [IPNetwork] = []
    /// Certificates (PEM) that those are known by instead of the system's: `CARE_AUTH_CA`.
    var authorities: String?

    /// Of HealthMonitor as a client; empty: it is none. `CARE_HEALTH_CLIENT_PASSWORD`.
    var healthMonitorSecret = ""

    /// `CARE_SDK_VERSIONS`.
    var sdkVersions = SDKVersions.none

    /// Whether Careline's own apps may ask people for their password (`POST /auth/login`): `CARE_PASSWORD_LOGIN`.
    var appsMayAskForPasswords = true

    /// Roles that must have a second factor: `CARE_SECOND_FACTOR_ROLES`.
    var secondFactorRoles: Set<Role> = []

    var isSecure: Bool { issuer.hasPrefix("https://") }

    init(issuer: String, audience: String, masterKeys: MasterKeys) {
        self.issuer = issuer
        self.audience = audience
        self.masterKeys = masterKeys
    }

    /// Reads the settings; their faults are in `environment` afterwards, and the value is then of no use.
    init(_ service: ServiceConfiguration, _ environment: inout Environment) {
        self.init(issuer: service.issuer, audience: service.audience, masterKeys: MasterKeys(&environment))

        if !issuer.hasPrefix("http://") && !issuer.hasPrefix("https://") || issuer.hasSuffix("/") {
            environment.fail("CARE_ISSUER", "must be an http or https address without a slash at its end")
        }
        func seconds(_ name: String, _ standard: TimeInterval, in range: ClosedRange<TimeInterval>) -> TimeInterval {
            Self.seconds(name, standard, in: range, &environment)
        }
        longestAccessToken = service.accessTokenLifetime
        // Longer ones than CARE_ACCESS_TOKEN_MAX_LIFETIME the services refuse.
        let longestToken = max(60, min(3600, service.accessTokenLifetime.seconds))
        accessTokenLifetime = seconds("CARE_ACCESS_TOKEN_LIFETIME", accessTokenLifetime, in: 60...longestToken)
        codeLifetime = seconds("CARE_CODE_LIFETIME", codeLifetime, in: 10...600)
        sessionLifetime = seconds("CARE_SESSION_LIFETIME", sessionLifetime, in: 3600...(400 * 86_400))
        refresh.idle = seconds("CARE_REFRESH_IDLE_LIFETIME", refresh.idle, in: 600...(400 * 86_400))
        refresh.grace = seconds("CARE_REFRESH_GRACE", refresh.grace, in: 0...60)
        browserSessionLifetime = seconds("CARE_BROWSER_SESSION_LIFETIME", browserSessionLifetime, in: 300...(30 * 86_400))
        keys.lifetime = seconds("CARE_SIGNING_KEY_LIFETIME", keys.lifetime, in: 86_400...(400 * 86_400))
        auditRetention = Self.retentionOfAudit(&environment)
        erasureGrace = seconds("CARE_ERASURE_GRACE", erasureGrace, in: 0...(90 * 86_400))
        signUpsPerHour = environment.int("CARE_SIGN_UPS_PER_HOUR", default: signUpsPerHour, in: 1...1_000_000)
        changesPerMinute = environment.int("CARE_AUTH_CHANGES_A_MINUTE", default: changesPerMinute, in: 1...1_000_000)
        administrationPerMinute = environment.int("CARE_AUTH_ADMINISTRATION_A_MINUTE", default: administrationPerMinute, in: 1...1_000_000)
        mostSessions = environment.int("CARE_AUTH_SESSIONS", default: mostSessions, in: 10...1_000_000)
        providersVerified = environment.value("CARE_PROVIDERS_VERIFIED", default: providersVerified)
        mail = MailSettings(&environment)
        adminsNeedSecondFactor = service.adminsNeedSecondFactor
        proofNonces = service.proofNonces
        networks = environment.networks("CARE_AUTH_NETWORKS")
        authorities = environment.file("CARE_AUTH_CA")
        healthMonitorSecret = environment.secret("CARE_HEALTH_CLIENT_PASSWORD", default: "")
        if (1..<32).contains(healthMonitorSecret.utf8.count) { environment.fail("CARE_HEALTH_CLIENT_PASSWORD", "must have 32 characters or more") }
        if let path = environment.file("CARE_SDK_VERSIONS") {
            let (versions, fault) = SDKVersions.read([UInt8](FileManager.default.contents(atPath: path) ?? Data()))
            if let fault { environment.fail("CARE_SDK_VERSIONS", fault) }
            sdkVersions = versions
        }
        appsMayAskForPasswords = environment.bool("CARE_PASSWORD_LOGIN", default: true)
        secondFactorRoles = Set(roles: &environment)
        passwordCost = PasswordCost(&environment)
        hashingThreads = environment.int("CARE_PASSWORD_THREADS", default: hashingThreads, in: 1...256)
        hashingQueue = environment.int("CARE_PASSWORD_QUEUE", default: 32 * hashingThreads, in: 1...10_000)
    }

    /// Which the command that checks the audit asks for too.
    static func retentionOfAudit(_ environment: inout Environment) -> TimeInterval {
        seconds("CARE_AUDIT_RETENTION", sixYears, in: 86_400...(3650 * 86_400), &environment)
    }

    private static func seconds(
        _ name: String, _ standard: TimeInterval, in range: ClosedRange<TimeInterval>, _ environment: inout Environment
    ) -> TimeInterval {
        let value = environment.duration(name, default: .seconds(standard)).seconds
        if !range.contains(value) {
            environment.fail(name, "must be from \(Int(range.lowerBound)) s to \(Int(range.upperBound)) s")
        }
        return value
    }
}

extension Set<Role> {
    /// That must have a second factor: those of people, with spaces between.
    fileprivate init(roles environment: inout Environment) {
        let words = environment.string("CARE_SECOND_FACTOR_ROLES", default: "").split(separator: " ").map(String.init)
        self.init(words.compactMap { Role(rawValue: $0) }.filter { $0 != .service })
        if !words.allSatisfy({ word in contains { $0.rawValue == word } }) {
            environment.fail("CARE_SECOND_FACTOR_ROLES", "must be roles of people with spaces between, such as admin provider")
        }
    }
}

extension PasswordCost {
    /// No weaker than OWASP's least.
    init(_ environment: inout Environment) {
        self.init()
        memoryKiB = environment.int("CARE_ARGON2_MEMORY_KIB", default: memoryKiB, in: 19_456...1_048_576)
        passes = environment.int("CARE_ARGON2_PASSES", default: passes, in: 2...20)
    }
}
