import CareService
import HTTP

/// HealthMonitor's own settings; a patient's are `MonitorSettings`.
struct HealthMonitorSettings: Sendable {
    /// As which client it asks Records; Auth knows it by the same setting.
    static let client = "careline-health"

    /// How long it can be seen why an alert was raised or not: `CARE_HEALTH_EVALUATION_RETENTION`.
    var evaluationRetention: Duration = .seconds(90 * 86_400)
    /// What a patient sends and changes, at once and a minute, of each replica; a request with many heart rates is one: `CARE_HEALTH_CHANGES_A_MINUTE`.
    var changesPerMinute = 1200
    /// So many heart rates are kept that one patient has sent, those that they have withdrawn too: `CARE_HEALTH_HEART_RATES`.
    var mostHeartRates = 2_000_000
    /// An http address inside the platform: `CARE_HEALTH_RECORDS_ADDRESS`; empty: the platform's own address.
    var recordsURL = ""
    /// `CARE_HEALTH_CLIENT_PASSWORD`.
    var clientSecret = ""

    init() {}

    init(_ environment: inout Environment) {
        evaluationRetention = environment.duration("CARE_HEALTH_EVALUATION_RETENTION", default: HealthMonitorSettings().evaluationRetention)
        if evaluationRetention < .seconds(86_400) { environment.fail("CARE_HEALTH_EVALUATION_RETENTION", "must be at least 1d") }
        changesPerMinute = environment.int("CARE_HEALTH_CHANGES_A_MINUTE", default: HealthMonitorSettings().changesPerMinute, in: 1...1_000_000)
        mostHeartRates = environment.int("CARE_HEALTH_HEART_RATES", default: HealthMonitorSettings().mostHeartRates, in: 1...1_000_000_000)
        recordsURL = environment.string("CARE_HEALTH_RECORDS_ADDRESS", default: "")
        clientSecret = environment.secret("CARE_HEALTH_CLIENT_PASSWORD", default: "")
    }

    func measurementKeys(_ configuration: ServiceConfiguration) -> MeasurementKeys {
        let client = HTTPClient(mostConnections: 4)
        let token = MachineToken(client, url: configuration.tokenURL, clientID: Self.client, secret: clientSecret, scope: "measurements:read")
        return MeasurementKeys(records: recordsURL.isEmpty ? configuration.issuer : recordsURL, token: token, client: client)
    }
}
