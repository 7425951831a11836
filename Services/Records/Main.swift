import CareService
import Outbox
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("records", migrations: migrations) { configuration, environment, pool in
            let settings = RecordsSettings(&environment)
            let dependencies = Dependencies(
                pool: pool, keys: settings.keys, eventSeal: EventSeal(settings.masters), base: configuration.issuer, quota: settings.quota,
                turns: RecordsSettings.turns(atOnce: settings.writesAtOnce))
            return app(configuration, dependencies, verifier: configuration.verifier())
        }
    }
}
