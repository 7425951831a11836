import CareModels
import FHIR
import Synchronization
import Testing

@testable import RecordsService

/// What one request may cost.
@Suite struct BudgetTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var item: Budget.Item
        var most: Int
        var refusal: String
        var testDescription: String { "\(item)" }
    }

    private static let mebibytes = 33_554_432
    private static let candidates = "The searches of the transaction's references look at too many of its own resources; refer to those by their fullUrl."
    private static let patches = "The patches before have taken as much work as those of a bundle may; send this one in another bundle."
    private static let bundle = "What was read before is over 33554432 bytes already; ask in another bundle."

    private static let cases = [
        Case(
            item: .comparisons, most: 64_000_000,
            refusal: "The search compares more than one may; ask for fewer values at once, or narrow it by a type, a code or a reference."),
        Case(
            item: .opened, most: mebibytes,
            refusal: "More than 33554432 bytes of resources would have to be read for this search; narrow it by a type, a code or a date."),
        Case(item: .gathered, most: mebibytes, refusal: bundle),
        Case(item: .answered, most: mebibytes, refusal: bundle),
        Case(item: .appData, most: mebibytes, refusal: "What was read before is over 33554432 bytes already; ask for less at once."),
        Case(item: .patchSteps, most: 16_000_000, refusal: patches),
        Case(item: .patchBytes, most: 536_870_912, refusal: patches),
        Case(item: .candidates, most: 500_000, refusal: candidates),
        Case(item: .candidateBytes, most: mebibytes, refusal: candidates)
    ]

    @Test func everyItemHasACase() { #expect(Self.cases.map(\.item) == Budget.Item.allCases) }

    /// Up to its bound each is taken, and what is beyond is refused: with it, or behind it where nobody knew what it would be.
    @Test(arguments: cases) func isRefusedBeyond(_ it: Case) throws {
        let (charged, added) = (Budget(), Budget())
        try charged.charge(it.item, it.most - 1)
        try charged.charge(it.item, 1)
        do throws(ResourceFault) {
            try charged.charge(it.item, 1)
            Issue.record("it is taken")
        } catch {
            #expect(error.code == .tooCostly && error.message.string(in: .english) == it.refusal)
            #expect(error.path == nil && error.limit == (it.item == .appData ? it.most : nil))
        }
        added.add(it.item, it.most)
        try added.check(it.item)
        #expect(!added.isSpent(it.item))
        added.add(it.item, 1)
        #expect(throws: it.item.refusal) { try added.check(it.item) }
        #expect(added.isSpent(it.item) && added.spent(it.item) == it.most + 1)
        // Each is counted by itself.
        for other in Budget.Item.allCases where other != it.item { #expect(added.spent(other) == 0) }
        added.begin()
        try added.check(it.item)
    }

    @Test func severalSearchesShareIt() throws {
        let one = Budget()
        try one.charge(.comparisons, Budget.Item.comparisons.most / 2)
        #expect(!one.isHalfSpent)
        try one.charge(.comparisons, Budget.Item.comparisons.most / 2)
        #expect(one.isHalfSpent)
        let two = Budget(searches: 2)
        try two.charge(.opened, Budget.Item.opened.most)
        #expect(!two.isHalfSpent)
        try two.charge(.opened, Budget.Item.opened.most)
        #expect(two.isHalfSpent)
        #expect(throws: ResourceFault.self) { try two.charge(.opened, 1) }
        try two.charge(.comparisons, 2 * Budget.Item.comparisons.most)
        #expect(throws: ResourceFault.self) { try two.charge(.comparisons, 1) }
        try two.charge(.gathered, Budget.Item.gathered.most)
        #expect(throws: ResourceFault.self) { try two.charge(.gathered, 1) }
    }

    /// A loop costs a visit of each, and what it compared; it ends where that is too much, and not long behind.
    @Test func loopsAreCharged() throws {
        let budget = Budget(comparisons: 1_000)
        try budget.each(0..<100) { _, effort in effort += 2 }
        #expect(budget.spent(.comparisons) == 600)
        var seen = 0
        #expect(throws: ResourceFault.self) { try budget.each(0..<1_000_000) { _, _ in seen += 1 } }
        #expect(seen == 2 * Budget.pause - 1)
        let large = Budget(comparisons: 3 * Budget.step)
        seen = 0
        #expect(throws: ResourceFault.self) {
            try large.each(0..<50) { _, effort in
                seen += 1
                effort += Budget.step
            }
        }
        #expect(seen == 3)
    }

    @Test func loopsEndWithTheirTask() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try Budget().each([1]) { _, _ in }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// None is lost of what several tasks spend at once.
    @Test func tasksShareIt() async {
        let budget = Budget()
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<8 { tasks.addTask { for _ in 0..<1_000 { budget.add(.opened, 3) } } }
        }
        #expect(budget.spent(.opened) == 24_000)
    }

    // MARK: Memory and notes

    struct NoRoom: Error {}

    /// Whoever has the memory, and notes.
    private final class Asked: Budget.Memory {
        private let all = Mutex<[[Int]]>([])
        private let most: Int

        init(most: Int = .max) { self.most = most }

        var asked: [[Int]] { all.withLock { $0 } }

        private func ask(_ numbers: [Int]) throws {
            all.withLock { $0.append(numbers) }
            if numbers.reduce(0, +) > most { throw NoRoom() }
        }

        func budget(keepsBodies: Bool = false) -> Budget {
            Budget(keepsBodies: keepsBodies, memory: self) { notes, things in try self.ask([notes, things]) }
        }

        func hold(toRead bodies: [[UInt8]], beside kept: Int) throws { try ask(bodies.map(\.count) + [kept]) }
        func letGo() { all.withLock { $0.append([]) } }
    }

    @Test func whatIsKeptUntilTheAnswerIsHeldTwice() throws {
        let (memory, other) = (Asked(), Asked())
        let shown = memory.budget(keepsBodies: true)
        try shown.gather([1, 2, 3])
        shown.gathered(10)
        try shown.hold(toRead: [[1], [1, 2]])
        try shown.keep(.answered, 5)
        shown.letGo()
        #expect(memory.asked == [[3, 0], [1, 2, 26], [36], []])
        #expect(shown.spent(.gathered) == 13 && shown.spent(.answered) == 18)
        // Who is not shown what was written has what they asked for alone.
        let hidden = other.budget(keepsBodies: false)
        try hidden.gather([1, 2, 3])
        try hidden.gather([1])
        try hidden.keep(.answered, 5)
        try hidden.keep(.appData, 100)
        #expect(other.asked == [[3, 0], [1, 0], [10], [410]])
        #expect(hidden.spent(.gathered) == 4 && hidden.spent(.answered) == 5)
    }

    /// It has not been read, and is not counted.
    @Test func whatHasNoRoomIsNotGathered() {
        let budget = Asked(most: 2).budget(keepsBodies: true)
        #expect(throws: NoRoom.self) { try budget.gather([1, 2, 3]) }
        #expect(budget.spent(.gathered) == 0 && budget.spent(.answered) == 0)
    }

    @Test func notesAreTakenOfWhoAsks() throws {
        let notes = Asked(most: 502)
        let budget = notes.budget()
        try budget.note(things: 3)
        try budget.note(2, things: 500)
        #expect(throws: NoRoom.self) { try budget.note(things: 503) }
        #expect(notes.asked == [[0, 3], [2, 500], [0, 503]])
        // A job has nobody who asks.
        try Budget().note(things: 503)
    }
}
