import Testing

@testable import Postgres

/// When a standby is asked again.
@Suite struct StandbyTrustTests {
    private let start = ContinuousClock.now

    @Test func oneThatIsFitIsAskedByAll() {
        var trust = StandbyTrust()
        for _ in 0..<3 { expect(trust.mayAsk(now: start), is: true) }
        trust.ended(.fit, now: start)
        expect(trust.mayAsk(now: start), is: true)
    }

    @Test func oneThatWasUnfitRestsThenOneReadTriesForAll() {
        var trust = StandbyTrust()
        trust.ended(.unfit, now: start)
        expect(trust.mayAsk(now: start + StandbyTrust.rest - .milliseconds(1)), is: false)
        let later = start + StandbyTrust.rest
        expect(trust.mayAsk(now: later), is: true)
        expect(trust.mayAsk(now: later), is: false)
        trust.ended(.unfit, now: later)
        expect(trust.mayAsk(now: later), is: false)
        expect(trust.mayAsk(now: later + StandbyTrust.rest), is: true)
        trust.ended(.fit, now: later + StandbyTrust.rest)
        for _ in 0..<2 { expect(trust.mayAsk(now: later + StandbyTrust.rest), is: true) }
    }

    /// Its client went away meanwhile: the next one finds out.
    @Test func aTrialThatSaysNothingIsNotTheLast() {
        var trust = StandbyTrust()
        trust.ended(.unfit, now: start)
        let later = start + StandbyTrust.rest
        expect(trust.mayAsk(now: later), is: true)
        trust.ended(.undecided, now: later)
        expect(trust.mayAsk(now: later), is: true)
    }
}
