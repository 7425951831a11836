import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("scheduling", migrations: migrations) { configuration, environment, pool in
            let settings = SchedulingSettings(&environment)
            let dependencies = Dependencies(pool: pool, mostOpenBookings: settings.mostOpenBookings)
            return app(configuration, settings, dependencies, verifier: configuration.verifier(), masterKeys: .ifGiven(&environment))
        }
    }
}
