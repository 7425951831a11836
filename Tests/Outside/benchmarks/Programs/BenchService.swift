import CareService
import Postgres

/// A service with nothing but the kit: its outbox and relay, on the database and broker to measure.
enum BenchService {
    static func app(url: String, bootstrap: String) throws -> ServiceApp {
        var environment = Environment([
            "CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": bootstrap, "CARE_HTTP_PORT": "0", "CARE_DATABASE_POOL_SIZE": "16"
        ])
        let configuration = ServiceConfiguration(name: "bench", &environment)
        try environment.done()
        return ServiceApp(configuration, pool: configuration.pool(), verifier: configuration.verifier(), routes: [], now: configuration.now)
    }
}
