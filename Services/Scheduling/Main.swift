import CareService
import Postgres

@main
struct Main {
    static func main() async {
        await ServiceMain.run("scheduling", migrations: migrations) { configuration, environment, pool in
            let settings = SchedulingSettings(&environment)
            let verifier = TokenVerifier(
                issuer: configuration.issuer, audience: configuration.audience, jwksURL: configuration.issuer + "/oauth/jwks")
            return app(configuration, settings, Dependencies(pool: pool), verifier: verifier)
        }
    }
}
