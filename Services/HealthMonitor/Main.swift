import CareService
import Postgres
import Sealing

@main
struct Main {
    static func main() async {
        await ServiceMain.run("health-monitor", migrations: migrations) { configuration, environment, pool in
            let settings = HealthMonitorSettings(&environment)
            let dependencies = Dependencies(pool: pool, keys: PersonKeys(MasterKeys(&environment)), settings: settings, now: configuration.now)
            return app(configuration, dependencies, verifier: configuration.verifier())
        }
    }
}
