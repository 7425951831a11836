import Sealing

extension MasterKeys {
    /// CARE_MASTER_KEY, as `MasterKeyList` has it (a secret: also as CARE_MASTER_KEY_FILE). Faults are left in the environment.
    package convenience init(_ environment: inout Environment) {
        let text = environment.secret("CARE_MASTER_KEY", madeBy: Self.command)
        let list = MasterKeyList(text)
        if list == nil, !text.isEmpty {
            environment.fail("CARE_MASTER_KEY", "must be the base64 of 32 random bytes (\(Self.command)), or several as `careline keys` writes them")
        }
        let unusable = MasterKeyList([MasterKey([UInt8](repeating: 0, count: MasterKey.length))])
        self.init(list ?? unusable, file: environment.file(of: "CARE_MASTER_KEY"))
    }

    private static let command = "openssl rand -base64 32"

    /// The same for a service that does without: nil when neither CARE_MASTER_KEY nor its file is named.
    package static func ifGiven(_ environment: inout Environment) -> MasterKeys? {
        environment.isGiven("CARE_MASTER_KEY") ? MasterKeys(&environment) : nil
    }
}
