import Outbox

extension Job {
    /// It reads all accounts, so in one replica, and seldom.
    static func countPasswordCosts() -> Job {
        sweep("count-password-costs", every: .seconds(600)) { tx in try await CountPasswordCosts()(tx) }
    }
}
