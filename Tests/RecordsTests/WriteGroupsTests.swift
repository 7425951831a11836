import CareModels
import Postgres
import Synchronization
import Testing

@testable import RecordsService

/// Which writes are made together, and what of them is made again.
struct WriteGroupsTests {
    private struct Fault: Error {}

    /// How many were made together, time after time.
    private final class Groups: Sendable {
        private let sizes = Mutex<[Int]>([])

        var all: [Int] { sizes.withLock { $0 } }

        /// Whether it is the first one.
        func add(_ size: Int) -> Bool {
            sizes.withLock { sizes in
                defer { sizes.append(size) }
                return sizes.isEmpty
            }
        }
    }

    private static let owner = UserID(.v7())

    private static func write(_ number: Int, bytes: Int = 100) throws -> GroupedWrite {
        let permissions = RecordPermissions(scopes: ["records:write"], role: .patient, isForRecord: true, standing: .owner)
        let content = RecordContent(body: .bytes([UInt8(number)], contentType: "a/b"))
        return try #require(
            GroupedWrite(.create, content, in: .appData(owner), size: bytes, by: RecordAccess(owner: owner, permissions: permissions)))
    }

    private static func number(_ write: GroupedWrite) -> Int {
        if case .bytes(let bytes, _) = write.content.body { Int(bytes[0]) } else { -1 }
    }

    private static func written(_ write: GroupedWrite) -> WrittenRecord {
        WrittenRecord(
            record: RecordID(.v7()), id: "\(number(write))", version: 1, at: .distantPast, createdAt: .distantPast, status: .active, annotations: [], isNew: true)
    }

    /// So many writes come while the first is under way: how many were made together, and what each came to.
    private func run(
        _ count: Int, bytes: Int = 100, _ together: @escaping @Sendable ([Int]) throws -> Void
    ) async throws -> (groups: [Int], results: [Result<String, any Error>]) {
        let (groups, made) = (WriteGroups(), Groups())
        let results = await withTaskGroup(of: Result<String, any Error>.self) { tasks in
            for number in 0...count {
                tasks.addTask {
                    do {
                        let write = try Self.write(number, bytes: bytes)
                        let written = try await groups.make(write) { writes, _ in
                            let isFirst = made.add(writes.count)
                            while isFirst, groups.waiting(of: Self.owner) < count { await Task.yield() }
                            try together(writes.map(Self.number))
                            return writes.map(Self.written)
                        }
                        return .success(written.id == "\(number)" ? "own" : "another's")
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<String, any Error>] = []
            for await result in tasks { results.append(result) }
            return results
        }
        #expect(groups.waiting(of: Self.owner) == 0)
        return (made.all, results)
    }

    @Test func whatComesMeanwhileIsMadeTogether() async throws {
        let (groups, results) = try await run(40) { _ in }
        #expect(groups == [1, 32, 8])
        #expect(try results.map { try $0.get() }.allSatisfy { $0 == "own" })
    }

    @Test func aGroupIsNotLong() async throws {
        #expect(try await run(5, bytes: 30_000) { _ in }.groups == [1, 2, 2, 1])
        #expect(try await run(2, bytes: 300_000) { _ in }.groups == [1, 1, 1])
    }

    @Test func whatCannotBeMadeTogetherIsMadeAlone() async throws {
        let (groups, results) = try await run(5) { numbers in
            if numbers.contains(3) || numbers.count > 1 { throw Fault() }
        }
        #expect(groups == [1, 5, 1, 1, 1, 1, 1])
        #expect(results.count { (try? $0.get()) == "own" } == 5)
    }

    /// It may have been made.
    @Test func whatMayHaveBeenMadeIsNotMadeAgain() async throws {
        let (groups, results) = try await run(5) { numbers in
            if numbers.count > 1 { throw PostgresConnectionError.commitUnknown }
        }
        #expect(groups == [1, 5])
        #expect(results.count { (try? $0.get()) == "own" } == 1)
    }

    private final class Flag: Sendable {
        private let isRaised = Atomic<Bool>(false)

        func raise() { isRaised.store(true, ordering: .sequentiallyConsistent) }
        func wait() async { while !isRaised.load(ordering: .sequentiallyConsistent) { await Task.yield() } }
    }

    /// The next one begins before it is known what became of the commit of the one before: what does not come through is nobody else's fault.
    @Test(arguments: [false, true]) func theNextOneIsMadeBesideTheCommit(isLost: Bool) async throws {
        let groups = WriteGroups()
        let (leads, began) = (Flag(), Flag())
        let writes = (try Self.write(0), try Self.write(1))
        async let first = groups.make(writes.0) { writes, isCommitting in
            leads.raise()
            while groups.waiting(of: Self.owner) < 1 { await Task.yield() }
            isCommitting()
            // Said again, as by a transaction that runs again, it begins nobody twice.
            isCommitting()
            await began.wait()
            if isLost { throw PostgresConnectionError.commitUnknown }
            return writes.map(Self.written)
        }
        await leads.wait()
        let second = try await groups.make(writes.1) { writes, _ in
            began.raise()
            return writes.map(Self.written)
        }
        #expect(second.id == "1")
        let written = try? await first
        #expect(written?.id == (isLost ? nil : "0"))
        #expect(groups.waiting(of: Self.owner) == 0)
    }

    /// Consents, subscriptions, and what somebody else than the person writes.
    @Test func someAreMadeByThemselves() throws {
        let permissions = RecordPermissions(scopes: ["records:write"], role: .patient, isForRecord: true, standing: .owner)
        let content = RecordContent(body: .bytes([], contentType: "a/b"))
        func isGrouped(_ type: String, _ standing: AccessStanding) -> Bool {
            let access = RecordAccess(owner: Self.owner, permissions: permissions, standing: standing)
            return GroupedWrite(.create, content, in: .resources(type, .r4, Self.owner), size: 1, by: access) != nil
        }
        #expect(isGrouped("Observation", .owner))
        #expect(!isGrouped("Consent", .owner) && !isGrouped("Subscription", .owner))
        #expect(!isGrouped("Observation", .machine) && !isGrouped("Observation", .guardian))
    }
}
