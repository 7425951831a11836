import Sealing

/// Where the audit's chain begins and ends, as it is stored: with what only who has the master key can make of it.
struct AuditSeal: Equatable, Sendable {
    var ends: AuditChain.Ends
    private(set) var code: [UInt8]
    private(set) var masterKeyID: String

    init(ends: AuditChain.Ends, code: [UInt8], masterKeyID: String) {
        (self.ends, self.code, self.masterKeyID) = (ends, code, masterKeyID)
    }

    init(_ ends: AuditChain.Ends, by masters: MasterKeys) {
        let master = masters.current
        self.init(ends: ends, code: master.key(for: .audit).authenticate(ends.message), masterKeyID: master.id)
    }

    /// Throws `AuditChain.Fault`. What is not ours is never sealed anew.
    func check(_ masters: MasterKeys) throws(AuditChain.Fault) {
        guard let master = masters.key(masterKeyID), master.key(for: .audit).isAuthentication(code, of: ends.message) else { throw .forgedEnds }
    }
}
