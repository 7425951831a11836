import Outbox

extension Job {
    /// Until a row is sealed whoever can write to the database can change it unseen.
    static func sealAudit(_ dependencies: Dependencies) -> Job {
        let seal = SealAudit(masters: dependencies.masters)
        return sweepInBatches("seal-audit", every: .seconds(5)) { tx in try await seal(tx) }
    }

    static func purgeAudit(_ dependencies: Dependencies) -> Job {
        let purge = PurgeAudit(retention: dependencies.settings.auditRetention, masters: dependencies.masters, now: dependencies.now)
        return sweepInBatches("purge-audit", every: .seconds(3600)) { tx in try await purge(tx) }
    }
}
