import CareModels
import Foundation

/// An operator lets somebody register clients by themselves.
struct ClientInvitation: Equatable, Sendable {
    static let mostClients = 1000
    static let longestDays = 365
    /// In bytes, of a token that is not made here: of 24 letters and digits at random nobody guesses one.
    static let shortestToken = 24

    var tokenHash: [UInt8]
    /// What those clients may ask for at most.
    var scopes: Set<String>
    var clientsLeft: Int
    var createdAt: Date
    var expiresAt: Date

    /// What an operator names, as it is kept; nil where a client that registers itself could not have one of them: that of the platform's own apps, and `system/`.
    static func scopes(_ named: [String]) -> Set<String>? {
        let scopes = Set(named.isEmpty ? Scopes.identity : named)
        guard scopes.allSatisfy(Scopes.isKnown), scopes.isDisjoint(with: Scopes.ofOwnApps), !scopes.contains(where: Scopes.isForMachines) else { return nil }
        let spelled = Scopes.spelled(scopes)
        return spelled.count(where: ClinicalScope.isMeant) <= Scopes.mostClinical ? spelled : nil
    }
}
