import Foundation

extension ProofNonces {
    /// CARE_DPOP_NONCE_KEY (a secret: also as CARE_DPOP_NONCE_KEY_FILE). Nil where no key is given. Faults are left in the environment.
    init?(_ environment: inout Environment) {
        let text = environment.secret("CARE_DPOP_NONCE_KEY", default: "")
        guard !text.isEmpty else { return nil }
        guard let data = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), data.count == Self.keyLength else {
            environment.fail("CARE_DPOP_NONCE_KEY", "must be the base64 of 32 random bytes (openssl rand -base64 32)")
            return nil
        }
        self.init(key: [UInt8](data))
    }
}
