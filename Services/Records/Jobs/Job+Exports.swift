import CareModels
import JSON
import Outbox

extension Job {
    /// Works on exports: a batch each time, in whichever replica.
    static func advanceExports(_ dependencies: Dependencies) -> Job { advance(BeginExport.timer, dependencies) }

    static func advanceIncrementalExports(_ dependencies: Dependencies) -> Job { advance(BeginExport.incrementalTimer, dependencies) }

    static func advancePersonsExports(_ dependencies: Dependencies) -> Job { advance(BeginExport.personsTimer, dependencies) }

    private static func advance(_ kind: String, _ dependencies: Dependencies) -> Job {
        timer(kind) { _, payload, tx in
            try await AdvanceExport(now: dependencies.moment())(try CareJSON.decode(ExportStep.self, from: payload), tx)
        }
    }

    /// Exports are kept for a time.
    static func forgetExports(_ dependencies: Dependencies) -> Job {
        sweepInBatches("forget-exports", every: .seconds(60)) { tx in try await ForgetExports(now: dependencies.now())(tx) }
    }
}
