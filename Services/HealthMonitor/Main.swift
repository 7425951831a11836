import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("health-monitor", migrations: migrations) { configuration, environment, pool in
            let keys = PersonKeys(MasterKeys(&environment))
            return app(configuration, Dependencies(pool: pool, keys: keys, now: configuration.now), verifier: configuration.verifier())
        }
    }
}
