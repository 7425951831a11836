import CareModels

/// An id token that comes back as a hint of who it was about (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2).
struct IDTokenHint: Equatable, Sendable {
    var subject: String
    var clientID: String
    var session: SessionID?
}
