import CareService
import HTTP
import Telemetry

/// What the handlers need from outside.
struct Dependencies: Sendable {
    var site: Site
    /// The platform's public address.
    var issuer: String
    var settings = FrontDoorSettings()
}

/// The front door, put together; the tests call this too.
func app(_ configuration: ServingConfiguration, _ dependencies: Dependencies) -> StatelessApp {
    StatelessApp(configuration, routes: routes(dependencies))
}

/// The front door from its settings: what Main runs. A site that cannot be read is one that is missing: the pages say so.
func serviceApp(_ configuration: ServingConfiguration, _ environment: inout Environment) -> StatelessApp {
    let settings = FrontDoorSettings(&environment)
    var site = Site.none
    if let folder = settings.site {
        do { site = try Site(folder: folder, address: configuration.issuer) } catch { Log.warning("the site cannot be read", ["error": ErrorLabel.of(error)]) }
    }
    return app(configuration, Dependencies(site: site, issuer: configuration.issuer, settings: settings))
}
