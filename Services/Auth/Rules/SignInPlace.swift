import CareModels

/// Where somebody has signed in: with an app, or with a browser on our own pages.
enum SignInPlace: Sendable {
    case session(SessionID)
    /// By the hash of its login's secret.
    case browser([UInt8])

    var session: SessionID? { if case .session(let id) = self { id } else { nil } }
    var browser: [UInt8]? { if case .browser(let hash) = self { hash } else { nil } }
}
