import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("scheduling", migrations: migrations) { configuration, environment, pool in
            let settings = SchedulingSettings(&environment)
            return app(configuration, settings, Dependencies(pool: pool), verifier: configuration.verifier(), masterKeys: .ifGiven(&environment))
        }
    }
}
