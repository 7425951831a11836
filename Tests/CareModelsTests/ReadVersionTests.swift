import CareModels
import Testing

@Suite struct ReadVersionTests {
    private enum Refusal: Error, Equatable { case changed(version: Int) }

    @Test func refusesWhatAnotherHasChanged() throws {
        for expected in [2, 4] {
            #expect(throws: Refusal.changed(version: 3)) { try ReadVersion.check(expected, against: 3, Refusal.changed) }
        }
        try ReadVersion.check(3, against: 3, Refusal.changed)
        try ReadVersion.check(nil, against: 3, Refusal.changed)
    }
}
