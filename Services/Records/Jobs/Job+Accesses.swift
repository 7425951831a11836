import CareModels
import Outbox
import Telemetry

extension Job {
    static func forgetAccesses(_ dependencies: Dependencies) -> Job {
        let forget = ForgetAccesses(retention: dependencies.accessRetention, now: dependencies.now)
        return sweepInBatches("forget-accesses", every: .seconds(3600)) { tx in try await forget(tx) }
    }

    /// Where the chains end is told in the log: whoever keeps that elsewhere has what `careline audit verify --records --known` takes.
    static func listAccessHeads(_ dependencies: Dependencies) -> Job {
        let list = ListAccessHeads(now: dependencies.now) { told in
            Log.info(
                "where the chains of who used whose record end",
                ["known": told.mark.description, "begunAt": RFC3339.format(told.begunAt), "chains": String(told.chains)])
        }
        return sweepInBatches("list-access-heads", every: .seconds(86_400)) { tx in try await list(tx) }
    }
}
