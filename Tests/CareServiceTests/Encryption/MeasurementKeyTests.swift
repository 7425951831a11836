import CareModels
import Testing

@testable import Sealing

@Suite struct MeasurementKeyTests {
    /// What docs/event-consumers.md shows, and another program has sealed.
    @Test func theExampleOfTheCatalogOpens() throws {
        let entry = try #require(EventCatalog.entry(type: ObservationMeasured.type))
        let event = try #require(entry.example as? ObservationMeasured)
        let key = try #require(MeasurementKey((0..<32).map { UInt8($0) }))
        #expect(try key.open(event) == MeasuredAmount(value: 62.5, unit: "/min"))
    }

    @Test func itOpensInItsPlaceAloneAndUnderItsKey() throws {
        let key = try #require(MeasurementKey([UInt8](repeating: 1, count: 32)))
        let id = RecordID(.v7())
        let amount = MeasuredAmount(components: [MeasuredAmount.Component(code: "8480-6", value: 120, unit: "mm[Hg]")])
        func event(_ sealed: String, of id: RecordID, _ version: Int) -> ObservationMeasured {
            ObservationMeasured(
                observationId: id, version: version, userId: UserID(.v7()), recordVersion: 1, system: ObservedCode.system, code: "85354-9", effectiveAt: .now,
                sealed: sealed)
        }
        let sealed = try key.seal(amount, of: id, version: 3)
        #expect(try key.open(event(sealed, of: id, 3)) == amount)
        #expect(try key.seal(amount, of: id, version: 3) != sealed)
        let other = try #require(MeasurementKey([UInt8](repeating: 2, count: 32)))
        #expect(throws: CannotOpen.self) { try other.open(event(sealed, of: id, 3)) }
        for wrong in [event(sealed, of: id, 4), event(sealed, of: RecordID(.v7()), 3), event("", of: id, 3), event("AQ", of: id, 3), event("A" + sealed, of: id, 3)] {
            #expect(throws: CannotOpen.self) { try key.open(wrong) }
        }
        for length in [0, 31, 33] { #expect(MeasurementKey([UInt8](repeating: 1, count: length)) == nil) }
    }
}
