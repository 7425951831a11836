import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("er-directory", migrations: migrations, commands: [restored]) { configuration, environment, pool in
            let settings = ERDirectorySettings(&environment)
            return app(configuration, Dependencies(pool: pool, settings: settings), verifier: configuration.verifier(), masterKeys: .ifGiven(&environment))
        }
    }
}
