import HTTP
import Sealing
import Telemetry

extension HTTPServer {
    /// `verifier` checks the tokens of every route that is not open to anyone; under `masterKeys` is kept what idempotency rows remember
    /// of a request, besides the client's own key. Pages of `origins` may call from a browser.
    package convenience init(
        _ configuration: HTTPServerConfiguration, routes: [Route], verifier: TokenVerifier?, tracer: Tracer = .off, masterKeys: MasterKeys? = nil,
        origins: CrossOrigin = .nobody
    ) {
        var secrets: RequestSecrets?
        if let masterKeys { secrets = { masterKeys.all.map(\.idempotency.key) } }
        self.init(
            configuration, routes: routes, callers: .tokens(verifier), failures: { KnownFailure.ofPlatform($0) },
            secrets: secrets, origins: origins, tracer: tracer)
    }
}
