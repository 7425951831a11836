import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("scheduling", migrations: migrations) { configuration, environment, pool in
            let dependencies = Dependencies(pool: pool, settings: SchedulingSettings(&environment), masterKeys: .ifGiven(&environment))
            return app(configuration, dependencies, verifier: configuration.verifier())
        }
    }
}
