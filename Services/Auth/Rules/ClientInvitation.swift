import Foundation

/// An operator lets somebody register clients by themselves.
struct ClientInvitation: Equatable, Sendable {
    static let mostClients = 1000
    static let longestDays = 365

    var tokenHash: [UInt8]
    /// What those clients may ask for at most.
    var scopes: Set<String>
    var clientsLeft: Int
    var createdAt: Date
    var expiresAt: Date
}
