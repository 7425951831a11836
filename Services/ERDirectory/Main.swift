import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("er-directory", migrations: migrations, commands: [restored]) { configuration, environment, pool in
            let dependencies = Dependencies(pool: pool, settings: ERDirectorySettings(&environment), masterKeys: .ifGiven(&environment))
            return app(configuration, dependencies, verifier: configuration.verifier())
        }
    }
}
