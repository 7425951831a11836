import CareModels
import Outbox

/// Heart rates from FHIR Observations: `care.observations.v1`, one transaction an event.
enum ObservationsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "observations", topic: .observations,
            [
                .following(ObservationMeasured.self) { event, _, tx in
                    try await OnObservationMeasured(dependencies: dependencies).handle(event, tx)
                },
                .following(ObservationRecorded.self) { event, _, tx in
                    try await OnObservationRecorded(dependencies: dependencies).handle(event, tx)
                },
                .following(ObservationWithdrawn.self) { event, _, tx in
                    try await OnObservationWithdrawn(dependencies: dependencies).handle(event, tx)
                }
            ]
        ).preparing { event in
            // What cannot be read is its handler's to say.
            guard event.type == ObservationMeasured.type, let measured = try? event.decode(ObservationMeasured.self) else { return }
            try await OnObservationMeasured(dependencies: dependencies).prepare(measured)
        }
    }
}
