import Foundation

/// What an account may be lost by is for who has just signed in, with their second factor where they have one (RFC 9470).
enum StepUp {
    /// Since the sign-in.
    static let longest: TimeInterval = 300

    /// How the session of who asks was signed in.
    struct Standing: Equatable, Sendable {
        var authTime: Date
        var context: AuthenticationContext
        /// Of the person, by now.
        var hasSecondFactor: Bool
    }

    struct Refusal: Error, Equatable {
        var wantsTwoFactors: Bool
    }

    /// What takes nothing from an account one of our own apps may do with an older sign-in, unless there is a second factor to show.
    static func check(_ standing: Standing, isOwnApp: Bool, now: Date) throws(Refusal) {
        if isOwnApp, !standing.hasSecondFactor { return }
        try check(standing, now: now)
    }

    /// Where the password is typed again, the second factor of who has one has been shown in this session.
    static func checkBesidePassword(_ standing: Standing) throws(Refusal) {
        guard standing.context.hasTwoFactors || !standing.hasSecondFactor else { throw Refusal(wantsTwoFactors: true) }
    }

    /// Power over others is for who has shown a second factor in this session.
    struct NoPower: Error, Equatable {}

    static func checkPower(_ context: AuthenticationContext) throws(NoPower) {
        guard context.hasTwoFactors else { throw NoPower() }
    }

    static func isFresh(_ authTime: Date, now: Date) -> Bool { now.timeIntervalSince(authTime) <= longest }

    static func check(_ standing: Standing, now: Date) throws(Refusal) {
        guard isFresh(standing.authTime, now: now), standing.context.hasTwoFactors || !standing.hasSecondFactor else {
            throw Refusal(wantsTwoFactors: standing.hasSecondFactor)
        }
    }
}
