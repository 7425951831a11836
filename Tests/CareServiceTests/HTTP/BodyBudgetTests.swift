import NIOCore
import Testing

@testable import CareService
@testable import HTTP

@Suite struct BodyBudgetTests {
    @Test func sharesTakeAndGiveBack() {
        let budget = BodyBudget(most: 400_000)
        var first: BodyBudget.Share? = budget.share()
        #expect(first?.grow(by: 200_000) == .taken)
        let second = budget.share()
        #expect(second.grow(by: 60_000) == .taken)
        // Large bodies may have three quarters.
        #expect(second.grow(by: 90_000) == .full)
        #expect(budget.taken == 260_000)
        #expect(!budget.hasRoom(for: 90_000) && budget.hasRoom(for: 60_000))
        // What is small may have the rest.
        let small = [budget.share(), budget.share()]
        #expect(small.map { $0.grow(by: 60_000) } == [.taken, .taken])
        #expect(budget.share().grow(by: 60_000) == .full)
        first = nil
        #expect(budget.taken == 180_000)
        #expect(second.grow(by: 90_000) == .taken)
        #expect(second.set(0) == .taken)
        #expect(budget.taken == 120_000)
        withExtendedLifetime((small, second)) {}
    }

    @Test func oneThatIsHeavierThanAllPassesAlone() {
        let budget = BodyBudget(most: 400_000)
        let share = budget.share()
        #expect(share.grow(by: 600_000) == .taken)
        #expect(budget.taken == 300_000)
        #expect(budget.share().grow(by: 100_000) == .full)
        #expect(budget.share().grow(by: 1000) == .taken)
        // Waiting would not help.
        #expect(share.grow(by: 1) == .tooLarge)
        #expect(budget.share().set(600_001) == .tooLarge)
    }

    @Test func whatIsOwedTakesMoreThanThereIs() {
        let budget = BodyBudget(most: 400_000)
        var owed: BodyBudget.Share? = budget.share()
        owed?.overdraw(700_000)
        #expect(budget.taken == 700_000)
        #expect(!budget.hasRoom(for: 1) && budget.share().grow(by: 1) == .full)
        // Twice is as once.
        owed?.overdraw(700_000)
        #expect(budget.taken == 700_000)
        // Less of it is taken as by anybody.
        #expect(owed?.set(500_000) == .taken)
        #expect(budget.taken == 300_000)
        owed = nil
        #expect(budget.taken == 0)
    }

    @Test func valuesWeighMoreThanTheirBytes() {
        #expect(BodyWeight.of(ByteBuffer(string: "hello")) == 10)
        #expect(BodyWeight.of(ByteBuffer(string: "[0,0]")) == 10 + 2 * 64)
        #expect(BodyWeight.of(ByteBuffer(string: #"{"a":[]}"#)) == 16 + 3 * 64)
        #expect(BodyWeight.of(ByteBuffer(string: "a=1&b=2")) == 14 + 64)
    }

    @Test func aDeadlineIsBoughtWithBytes() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
        var deadline = BodyDeadline(from: start, patience: .seconds(20), bytesPerSecond: 1000)
        #expect(deadline.due == start + .seconds(20))
        deadline.received(5000, at: start + .seconds(10))
        #expect(deadline.due == start + .seconds(25))
        // Much at once buys no more than patience.
        deadline.received(1_000_000, at: start + .seconds(11))
        #expect(deadline.due == start + .seconds(31))
        // A byte now and then buys nearly nothing.
        for second in 12...30 { deadline.received(1, at: start + .seconds(Int64(second))) }
        #expect(deadline.due < start + .milliseconds(31_050))
        deadline.pause(at: start + .seconds(30))
        deadline.pause(at: start + .seconds(31))
        deadline.resume(at: start + .seconds(50))
        #expect(deadline.due > start + .seconds(51) && deadline.due < start + .milliseconds(51_050))
    }

    @Test(
        arguments: [
            ("0::/\n", ["/sys/fs/cgroup/memory.max"]),
            ("0::/a/b\n", ["/sys/fs/cgroup/a/b/memory.max", "/sys/fs/cgroup/a/memory.max", "/sys/fs/cgroup/memory.max"]),
            ("5:memory:/c\n4:cpu:/c\n", ["/sys/fs/cgroup/memory/c/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]),
            ("", []), ("nonsense", [])
        ] as [(String, [String])])
    func limitsAreLookedForInEveryGroupAbove(text: String, files: [String]) { #expect(MemoryLimit.files(text) == files) }

    @Test func limits() {
        #expect(MemoryLimit.parse("402653184\n") == 384 << 20)
        #expect(MemoryLimit.parse("max\n") == nil)
        #expect(MemoryLimit.parse("9223372036854771712\n") == nil)
        #expect(MemoryLimit.current() > 0)
    }

    @Test func aCallerHasTwoHeavyRequestsRunning() {
        let heavy = HeavyRequests(most: 2)
        var first = heavy.enter("a")
        let second = heavy.enter("a")
        #expect(first != nil && second != nil && heavy.enter("a") == nil)
        #expect(heavy.enter("b") != nil)
        #expect(heavy.callers == 1)
        first = nil
        #expect(heavy.enter("a") != nil)
        withExtendedLifetime(second) {}
    }
}
