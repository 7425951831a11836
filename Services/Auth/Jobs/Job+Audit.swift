import Outbox
import Telemetry

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

    /// In the log: whoever keeps that elsewhere has what `careline audit verify --known` takes.
    static func tellAuditHead() -> Job {
        let tell = TellAuditHead { known in Log.info("where the audit ends", ["known": known.description]) }
        return sweep("tell-audit-head", every: .seconds(86_400)) { tx in try await tell(tx) }
    }
}
