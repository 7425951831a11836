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
}
