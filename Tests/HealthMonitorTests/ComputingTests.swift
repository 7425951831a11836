import ServiceTestKit
import Testing

@testable import HTTP
@testable import HealthMonitorService

@Suite struct ComputingTests {
    /// A week of one heart rate a minute is ten thousand sealed values: whoever opens or seals that many does not hold the loop of others' connections.
    @Test func whatOpensManyValuesRunsElsewhere() async throws {
        try await World.run { world in
            let computing = Set(routes(world.dependencies).filter { $0.isComputing(body: 0) }.map(\.operation))
            #expect(computing == ["recordHeartRates", "getHealthSummary", "useSevenDayAverage"])
        }
    }
}
