import CareService
import Postgres
import Sealing

@main
struct Main {
    static func main() async {
        await ServiceMain.run("health-monitor", migrations: migrations) { configuration, environment, pool in
            let settings = HealthSettings(&environment)
            let dependencies = Dependencies(pool: pool, keys: PersonKeys(MasterKeys(&environment)), now: configuration.now)
            return app(configuration, settings, dependencies, verifier: configuration.verifier())
        }
    }
}
