import Testing

@testable import Outbox

@Suite struct RelayPauseTests {
    @Test(arguments: [(0, false), (1, false), (15, false), (16, true), (400, true), (1999, true), (2000, false)])
    func aHandfulIsGatheredAndABacklogIsNot(count: Int, waits: Bool) {
        #expect((RelayQueue.pause(after: count, limit: 2000) > .zero) == waits)
    }

    /// Such a limit is an operator's to set, and ended the relay's process.
    @Test(arguments: 0...17) func aLimitBelowAHandfulGathersNothing(count: Int) {
        #expect(RelayQueue.pause(after: count, limit: 5) == .zero)
    }
}
