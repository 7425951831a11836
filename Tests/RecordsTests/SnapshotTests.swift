import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct SnapshotTests {
    private struct View: Decodable { var id: String }

    @Test func recordsAreToldWithoutDeletedOnes() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<3 { #expect(try await world.send(.POST, "/app-data", patient, [1, 2, 3], type: "application/octet-stream").status == 201) }
            let gone: View = try await world.send(.POST, "/app-data", patient, [4], type: "application/octet-stream").decode()
            #expect(try await world.send(.DELETE, "/app-data/\(gone.id)", patient).status == 204)

            let told: [UUID: RecordSnapshot] = try await world.pool.told(.records, of: snapshots)
            #expect(told.count == 3)
            #expect(told.values.allSatisfy { $0.userId == patient.id && $0.format == .appData && $0.recordType == "AppData" && $0.version == 1 })
        }
    }
}
