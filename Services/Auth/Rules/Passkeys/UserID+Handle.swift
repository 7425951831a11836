import CareModels

extension UserID {
    /// What a person's passkeys know them by: it says nothing of them (WebAuthn, 14.6.1).
    var handle: [UInt8] { withUnsafeBytes(of: uuid.uuid) { Array($0) } }
}
