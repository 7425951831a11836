import CareModels
import JSON
import Outbox

extension Job {
    static func reopenRecords(_ dependencies: Dependencies) -> Job {
        timer(PurgeRecord.timer) { _, payload, tx in
            try await ReopenRecord(keys: dependencies.keys)(try CareJSON.decode(Reopening.self, from: payload).personId, tx)
        }
    }
}
