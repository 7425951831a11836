import Outbox

/// Counts what the passwords' hashes cost (`PasswordCosts`): it reads all accounts, so in one replica, and seldom.
func countPasswordCosts() -> Job {
    .sweep("count-password-costs", every: .seconds(600)) { try await $0.countPasswordCosts() }
}
