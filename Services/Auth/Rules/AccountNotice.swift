import Foundation

/// What has become of somebody's account, as they are mailed.
enum AccountNotice: Equatable, Sendable {
    /// So many of a kind are mailed in an hour: the first say enough, and nobody's letter box is filled.
    static let most = 5
    static let window: TimeInterval = 3600

    case passwordChanged, emailChanged
    case factorAdded, passkeyAdded, factorRemoved, factorsReset, recoveryCodesReplaced
    case erasureAhead(Date)

    /// By which they are counted.
    var kind: String {
        switch self {
        case .passwordChanged: "password-changed"
        case .emailChanged: "email-changed"
        case .factorAdded: "factor-added"
        case .passkeyAdded: "passkey-added"
        case .factorRemoved: "factor-removed"
        case .factorsReset: "factors-reset"
        case .recoveryCodesReplaced: "recovery-codes-replaced"
        case .erasureAhead: "erasure-ahead"
        }
    }
}
