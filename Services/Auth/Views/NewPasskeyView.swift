/// A passkey that counts from now on.
struct NewPasskeyView: Codable, Sendable {
    var passkey: FactorsView.Item
    /// With the first factor; they are not shown again.
    var recoveryCodes: [String]?
}
