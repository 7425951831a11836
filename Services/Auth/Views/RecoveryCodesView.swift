/// Codes that let somebody in without their second factor, each once; they are not shown again.
struct RecoveryCodesView: Codable, Sendable {
    var recoveryCodes: [String]
}
