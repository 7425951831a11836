import CareModels
import Postgres

/// Who ends something of their own.
struct OwnEnding: Sendable {
    /// What ends it.
    typealias Act = (OwnEnding, Transaction) async throws -> Void

    var user: UserID
    /// Where they are, which goes on unless that is what they end.
    var place: SignInPlace
    var origin: Origin
}
