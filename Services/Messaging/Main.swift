import CareService
import Postgres
import Sealing

@main
struct Main {
    static func main() async {
        await ServiceMain.run("messaging", migrations: migrations, commands: [restored]) { configuration, environment, pool in
            let settings = MessagingSettings(&environment)
            let masterKeys = MasterKeys(&environment)
            let verifier = configuration.verifier()
            return app(configuration, settings, Dependencies(pool: pool, masterKeys: masterKeys, settings: settings), verifier: verifier)
        }
    }
}
