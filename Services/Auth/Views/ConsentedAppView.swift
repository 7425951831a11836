import Foundation

/// An app that its reader lets do something for them.
struct ConsentedAppView: Codable, Sendable {
    var clientId: String
    var clientName: String
    var scopes: [String]
    var grantedAt: Date

    init(_ app: ConsentedApp) {
        clientId = app.clientID
        clientName = app.name
        scopes = Scopes.sorted(Set(app.scopes))
        grantedAt = app.grantedAt
    }
}
