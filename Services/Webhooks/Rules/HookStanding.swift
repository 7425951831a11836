import CareModels

/// How such an address stands.
enum HookStanding: String, Sendable, CaseIterable {
    /// Its first notice has not come through.
    case requested
    case active, error

    /// What happens to a notice.
    enum Happening: Sendable, CaseIterable {
        /// It waits for the app's webhook.
        case taken
        /// The app has no such webhook, or it is disabled.
        case nowhere
        case delivered
        /// It was given up, or its webhook disabled by it.
        case failed

        init?(_ verdict: Verdict) {
            switch verdict {
            case .delivered: self = .delivered
            case .retried: return nil
            case .gaveUp, .disabled: self = .failed
            }
        }
    }

    /// Nil: it stays as it is. With a handshake that comes in a subscription begins anew.
    func after(_ happening: Happening, of notice: SubscriptionNotice) -> HookStanding? {
        switch happening {
        case .taken: notice == .handshake ? .requested : nil
        case .nowhere: self == .error && notice != .handshake ? nil : .error
        case .delivered: self == .requested && notice == .handshake ? .active : nil
        case .failed: self == .error ? nil : .error
        }
    }

    /// What is told of it; of what is only wished nothing is.
    var told: SubscriptionHookState? {
        switch self {
        case .requested: nil
        case .active: .active
        case .error: .error
        }
    }
}
