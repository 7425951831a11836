import CareModels
import FHIR
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import RecordsService

/// Searches of what somebody has stored to make them large: how much is read and kept at once, and what references and orders cost.
@Suite(.timeLimit(.minutes(5))) struct LargeSearchTests {
    private static func put(_ world: World, _ person: World.Person, _ type: String, _ id: String, _ members: String) async throws {
        let answer = try await world.send(.PUT, "/fhir/r4/\(type)/\(id)", person, #"{"resourceType":"\#(type)","id":"\#(id)",\#(members)}"#)
        #expect(answer.status == 201, "\(answer.text)")
    }

    private static func find(
        _ world: World, _ person: World.Person, _ type: String, _ text: String, _ indexes: PersonIndexes, _ budget: Budget = Budget()
    ) async throws -> FoundResources {
        let dependencies = world.dependencies
        let base = dependencies.urls(.r4).base
        let query = try SearchReading(release: .r4, base: base, now: dependencies.now()).query(try QueryParameters.list(text.utf8), .type(type))
        let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user])
        let find = FindResources(indexes: indexes, release: .r4, base: base, permissions: permissions, budget: budget)
        return try #require(try await world.pool.read(of: person.id, dependencies.keys) { key, connection in try await find(query, key, connection) })
    }

    /// Two thousand indexes of 256 KiB each would be more than a container's memory.
    @Test func noStatementReadsMoreThanSoManyBytes() async throws {
        try await World.run { world in
            let person = try world.patient()
            for number in 1...5 { try await Self.put(world, person, "Observation", "o\(number)", #""status":"final","code":{"text":"x"}"#) }
            let whose = PersonIndexes.Person(owner: person.id, release: .r4)
            try await world.pool.withConnection { connection in
                for (bytes, count) in [(0, 1), (1 << 20, 5)] {
                    let searched = try await connection.searched(["Observation"], terms: [], of: whose, before: nil, most: 2000, bytes: bytes)
                    #expect(searched.count == count && Budget.Portion(bytes: bytes).isCut(searched) == (count == 1))
                    let changed = try await connection.changed(after: -1, of: whose, most: 2000, bytes: bytes)
                    #expect(changed.count == count && Budget.Portion(bytes: bytes).isCut(changed) == (count == 1))
                }
                #expect(try await connection.changed(after: -1, of: whose, most: 2).count == 2)
            }
            // One row after the other, all are found: from the rows, and by an index that is read so.
            for portion in [Budget.Portion(bytes: 0), Budget.Portion(rows: 2, bytes: 0)] {
                let indexes = PersonIndexes(capacity: 1 << 20, portion: portion)
                #expect(try await Self.find(world, person, "Observation", "status=final", indexes).page.map(\.id) == ["o5", "o4", "o3", "o2", "o1"])
            }
            for order in ["", "&_sort=_id"] {
                var (ids, place): ([String], String?) = ([], nil)
                repeat {
                    let found = try await Self.find(
                        world, person, "Observation", "status=final" + order + (place.map { "&_after=\($0)" } ?? ""),
                        PersonIndexes(capacity: 1, portion: Budget.Portion(bytes: 0)))
                    #expect(found.page.count == 1 && found.total == 5)
                    ids += found.page.map(\.id)
                    place = found.next
                } while place != nil && ids.count < 10
                // What is kept of a page is bounded too: it ends early, and its next link goes on.
                #expect(ids == (order.isEmpty ? ["o5", "o4", "o3", "o2", "o1"] : ["o1", "o2", "o3", "o4", "o5"]), "\(order)")
            }
            await #expect(throws: ResourceFault.self) {
                try await Self.find(world, person, "Observation", "status=final&_page=2&_count=1", PersonIndexes(capacity: 1, portion: Budget.Portion(bytes: 0)))
            }
        }
    }

    @Test(
        arguments: [
            ([], []), ([5], [0..<1]), ([50], [0..<1]), ([3, 3, 3, 3], [0..<3, 3..<4]), ([10, 1, 9, 1], [0..<1, 1..<3, 3..<4]), ([1, 50, 1], [0..<1, 1..<2, 2..<3])
        ] as [([Int], [Range<Int>])])
    func rowsAreOpenedInPieces(_ weights: [Int], _ pieces: [Range<Int>]) { #expect(SearchOpening.pieces(weights, most: 10) == pieces) }

    /// Behind a full page nothing is read of whose index is not in memory, unless somebody asks how many there are.
    @Test func whatIsBehindAFullPageIsNotRead() async throws {
        try await World.run { world in
            let person = try world.patient()
            let ids = (10..<50).map { "o\($0)" }
            for id in ids { try await Self.put(world, person, "Observation", id, #""status":"final","code":{"text":"x"}"#) }
            func found(_ more: String, rows: Int = 2, bytes: Int = 1 << 20, _ comparisons: Int) async throws -> FoundResources {
                try await Self.find(
                    world, person, "Observation", "status=final&\(more)", PersonIndexes(capacity: 1, portion: Budget.Portion(rows: rows, bytes: bytes)),
                    Budget(comparisons: comparisons, bytes: 1 << 20))
            }
            // A row is 36 comparisons at least.
            await #expect(throws: ResourceFault.self) { try await found("_count=1&_total=accurate", 1_000) }
            #expect(try await found("_count=1&_total=none", 1_000).page.map(\.id) == ["o49"])
            // However few are read at once, and kept, none is lost and none comes twice.
            for (count, rows, bytes) in [(7, 3, 1 << 20), (40, 2000, 1 << 20), (50, 3, 1 << 20), (7, 2000, 0), (1, 1, 0)] {
                var (all, place): ([String], String?) = ([], nil)
                repeat {
                    let page = try await found("_count=\(count)&_total=none" + (place.map { "&_after=\($0)" } ?? ""), rows: rows, bytes: bytes, 1_000_000)
                    all += page.page.map(\.id)
                    place = page.next
                } while place != nil && all.count <= 40
                #expect(all == ids.reversed(), "\(count) of \(rows)")
            }
        }
    }

    @Test func theBestAreKeptOfWhatIsTooLarge() {
        let records = (10..<30).map { number in
            IndexedRecord(
                id: RecordID(.v7()), type: "Basic", version: 1, status: .active, createdAt: 0, updatedAt: 0, change: number, index: SearchIndex(id: "a\(number)", []))
        }
        let size = records[0].index.bytes.count
        let order = [SearchQuery.Sort(by: .id, isDescending: false)]
        for some in [records, records.reversed()] {
            var ranking = SearchRanking(order, after: nil, most: 15, bytes: 5 * size)
            for record in some { _ = ranking.add(record) }
            #expect(ranking.isShort && ranking.total == 20)
            #expect(ranking.best().map(\.fhirID) == ["a10", "a11"])
            var whole = SearchRanking(order, after: nil, most: 15, bytes: 20 * size)
            for record in some { _ = whole.add(record) }
            #expect(!whole.isShort && whole.best().map(\.fhirID) == (10..<25).map { "a\($0)" })
        }
        var newest = SearchRanking([], after: nil, most: 15, bytes: 5 * size)
        for record in records { _ = newest.add(record) }
        #expect(newest.isShort && !newest.mayGrow && newest.best().count == 6)
    }

    /// A few hundred bytes ask for what a thousand resources refer to.
    @Test func referencesThatAreFollowedCost() async throws {
        try await World.run { world in
            let person = try world.patient()
            let items = (0..<600).map { #"{"item":{"reference":"Observation/none-\#($0)"}}"# } + [#"{"item":{"reference":"Observation/pulse"}}"#]
            try await Self.put(world, person, "List", "long", #""status":"current","mode":"working","entry":[\#(items.joined(separator: ","))]"#)
            try await Self.put(world, person, "Observation", "pulse", #""status":"final","code":{"text":"x"}"#)
            for capacity in [1, 1 << 20] {
                func found(_ include: String, _ comparisons: Int) async throws -> [String] {
                    let budget = Budget(comparisons: comparisons, bytes: 1 << 20)
                    return try await Self.find(world, person, "List", "status=current&\(include)", PersonIndexes(capacity: capacity), budget).included.map(\.id)
                }
                #expect(try await found("_include=List:subject", 100_000) == [])
                await #expect(throws: ResourceFault.self) { try await found("_include=List:item", 100_000) }
                #expect(try await found("_include=List:item", 1_000_000) == ["pulse"])
                // Asked twice it is followed once.
                #expect(try await found("_include=List:item&_include=List:item&_include=List:item", 400_000) == ["pulse"])
            }
        }
    }

    /// Each value by which is sorted is folded.
    @Test func ordersCost() async throws {
        try await World.run { world in
            let person = try world.patient()
            let identifiers = (0..<300).map { #"{"value":"number-\#($0)"}"# }.joined(separator: ",")
            try await Self.put(world, person, "Patient", "many", #""identifier":[\#(identifiers)]"#)
            for capacity in [1, 1 << 20] {
                func found(_ sort: String, _ comparisons: Int) async throws -> [String] {
                    let budget = Budget(comparisons: comparisons, bytes: 1 << 20)
                    return try await Self.find(world, person, "Patient", "_sort=\(sort)", PersonIndexes(capacity: capacity), budget).page.map(\.id)
                }
                #expect(try await found("_lastUpdated", 5_000) == ["many"])
                await #expect(throws: ResourceFault.self) { try await found("identifier", 5_000) }
                #expect(try await found("identifier", 50_000) == ["many"])
            }
        }
    }
}
