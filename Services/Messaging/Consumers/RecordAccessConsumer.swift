import CareModels
import Outbox

/// Who reads a patient's record without their consent is told to the patient: `care.record-access.v1`.
enum RecordAccessConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "record-access", topic: .recordAccess,
            [
                .on(RecordAccessOverridden.self) { event, _, tx in
                    try await OnRecordAccessOverridden(dependencies: dependencies).handle(event, tx)
                }
            ])
    }
}
