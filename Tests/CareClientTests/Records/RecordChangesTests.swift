import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Changes and deletions of records that go as soon as there is a network, against a server that keeps Records' contract.
@Suite(.timeLimit(.minutes(3))) struct RecordChangesTests {
    static func resource(_ value: String) throws -> FhirResource { try FhirResource(json: Data(ModelRecords.resource(value).utf8)) }

    static func record(_ id: String, _ version: Int, _ value: String) throws -> FhirRecord {
        try FhirRecord(Data(ModelRecords.resource(value, id: id, version: version).utf8))
    }

    /// Runs an app; without a server there is no network.
    private static func running<Result: Sendable>(
        _ device: TestDevice, _ records: ModelRecords?, _ body: (CareClient) async throws -> Result
    ) async throws -> Result {
        if let records { device.server.answer { try records.answer($0) } } else { device.server.answer { _ in throw TransportFault.unreachable } }
        let care = try await BookingTests.client(device)
        let result = try await body(care)
        await care.close()
        return result
    }

    private static func done(_ care: CareClient) async throws {
        _ = try await MessageWatchTests.first(care.records.added()) { $0.data.isEmpty }
        _ = try await MessageWatchTests.first(care.records.changes()) { $0.data.isEmpty }
    }

    private static func refused(_ care: CareClient) async throws -> [Records.Change] {
        try await MessageWatchTests.first(care.records.changes()) { shown in
            shown.data.contains { if case .failed = $0.delivery { true } else { false } }
        }.data
    }

    @Test func whatWasCreatedChangedAndDeletedEndsRight() async throws {
        let device = TestDevice()
        let records = ModelRecords()
        try await Self.running(device, nil) { care in
            let kept = try await care.records.add(Self.resource("a"))
            let gone = try await care.records.add(Self.resource("b"))
            try await care.records.change(kept, .update(Self.resource("a2")))
            try await care.records.change(gone, .update(Self.resource("b2")))
            try await care.records.change(kept, .update(Self.resource("a3")))
            try await care.records.change(gone, .delete)
            let shown = try await MessageWatchTests.first(care.records.changes()) { $0.data.count == 4 }.data
            #expect(shown.map(\.recordID) == [nil, nil, nil, nil] && shown.last?.wish == .delete)
            #expect(try await MessageWatchTests.first(care.records.added()) { $0.data.count == 2 }.data.map(\.id) == [kept.id, gone.id])
        }
        // In the next run of the app there is a network.
        try await Self.running(device, records) { care in try await Self.done(care) }
        #expect(records.all == ["r1": .init(version: 3, value: "a3"), "r2": .init(version: 3, value: nil)])
        let calls = device.server.calls.filter { $0.headers["If-Match"] != nil }
        #expect(calls.compactMap { $0.headers["If-Match"] } == ["W/\"1\"", "W/\"1\"", "W/\"2\"", "W/\"2\""])
    }

    @Test func aConflictIsToldAndWhatIsBehindItWaits() async throws {
        let device = TestDevice()
        let records = ModelRecords()
        let (one, other) = try await Self.running(device, records) { care in
            (try await care.records.create(Self.resource("a")), try await care.records.create(Self.resource("b")))
        }
        try await Self.running(device, nil) { care in
            try await care.records.change(one, .update(Self.resource("mine")))
            try await care.records.change(one, .update(Self.resource("mine too")))
            try await care.records.change(other, .update(Self.resource("b2")))
        }
        records.write(one.id, "theirs")
        try await Self.running(device, records) { care in
            let left = try await Self.refused(care)
            let refused = try #require(left.first)
            guard case .failed(.refused(let problem)) = refused.delivery else {
                Issue.record("\(refused.delivery)")
                return
            }
            #expect(problem.name == "conflict" && problem.status == 412 && refused.recordID == one.id)
            _ = try await MessageWatchTests.first(care.records.changes()) { $0.data.count == 2 }
            #expect(records.all[one.id]?.value == "theirs" && records.all[other.id]?.value == "b2")
            // Theirs was read, and is to be written over.
            try await care.records.retry(refused, over: care.records.fetch("Basic", one.id))
            // The second was of the version before theirs too, and says so.
            let second = try #require(
                try await MessageWatchTests.first(care.records.changes()) { shown in
                    guard shown.data.count == 1, case .failed = shown.data[0].delivery else { return false }
                    return true
                }.data.first)
            #expect(second.wish == .update(try Self.resource("mine too").with(id: one.id)) && records.all[one.id]?.value == "mine")
            #expect(try await care.records.cancel(second))
            try await Self.done(care)
        }
    }

    /// The second attempt meets the version that the first has made.
    @Test func anAnswerThatWasLostIsNoConflict() async throws {
        let device = TestDevice()
        let records = ModelRecords()
        let record = try await Self.running(device, records) { try await $0.records.create(Self.resource("a")) }
        let puts = Locked(0)
        try await Self.running(device, nil) { care in
            device.server.answer { call in
                let reply = try records.answer(call)
                let isFirst =
                    call.method == "PUT"
                    && puts.withLock {
                        $0 += 1
                        return $0 == 1
                    }
                if isFirst { throw TransportFault.deadline }
                return reply
            }
            try await care.records.change(record, .update(Self.resource("a2")))
            try await care.records.change(record, .delete)
            try await Self.done(care)
        }
        #expect(records.all == [record.id: .init(version: 3, value: nil)])
    }

    @Test func whoTakesBackACreationTakesBackItsChanges() async throws {
        let device = TestDevice()
        let records = ModelRecords()
        try await Self.running(device, nil) { care in
            let added = try await care.records.add(Self.resource("a"))
            let other = try await care.records.add(Self.resource("b"))
            try await care.records.change(added, .update(Self.resource("a2")))
            try await care.records.change(other, .update(Self.resource("b2")))
            // Not while it is being tried.
            while try await !care.records.cancel(added) { try await Task.sleep(for: .milliseconds(2)) }
            #expect(try await MessageWatchTests.first(care.records.changes()) { $0.data.count == 1 }.data[0].wish == .update(Self.resource("b2")))
        }
        try await Self.running(device, records) { care in try await Self.done(care) }
        #expect(records.all == ["r1": .init(version: 2, value: "b2")])
    }

    /// Who still shows it as added changes the record that it has become.
    @Test func whatWasStoredMeanwhileIsChangedAllTheSame() async throws {
        let device = TestDevice()
        let records = ModelRecords()
        try await Self.running(device, records) { care in
            let added = try await care.records.add(Self.resource("a"))
            try await Self.done(care)
            try await care.records.change(added, .update(Self.resource("a2")))
            try await Self.done(care)
            await #expect(throws: CareError.unreadable("another record's resource")) {
                try await care.records.change(added, .update(FhirResource(json: Data(#"{"resourceType":"Observation"}"#.utf8))))
            }
        }
        #expect(records.all == ["r1": .init(version: 2, value: "a2")])
    }

    // MARK: Rules

    @Test func whoHasReadAVersionSinceMeansThatOne() throws {
        func change(_ version: Int?, _ id: String? = "7") throws -> KeptChange {
            KeptChange(release: .r4, type: "Basic", recordID: id, version: version, wish: .update(try Self.resource("x").with(id: id ?? "7")))
        }
        func item(_ change: KeptChange?) throws -> OutboxItem {
            let item = OutboxItem(id: UUID(), call: .get("/"), createdAt: Date(timeIntervalSince1970: 0))
            return try change?.put(in: item) ?? item
        }
        let (first, now) = (try item(change(3)), try Self.record("7", 4, "y"))
        #expect(try change(3).after(first, now, awaiting: nil)?.version == 4)
        #expect(try change(5).after(first, now, awaiting: nil) == nil)
        #expect(try change(3, "8").after(first, now, awaiting: nil) == nil)
        let creation = try item(nil)
        let behind = KeptChange(release: .r4, type: "Basic", wish: .delete)
        #expect(behind.after(creation, now, awaiting: creation.id) == KeptChange(release: .r4, type: "Basic", recordID: "7", version: 4, wish: .delete))
        #expect(behind.after(creation, now, awaiting: UUID()) == nil)
        #expect(behind.of("7", 4)?.call.path == "/fhir/r4/Basic/7" && behind.of("7", 4)?.call.ifMatch == "W/\"4\"")
    }

    @Test(arguments: [
        (#"{"resourceType":"A","b":1.0}"#, #"{"b": 1.0, "resourceType":"A","meta":{"versionId":"2"}}"#, true),
        (#"{"resourceType":"A","b":1.0}"#, #"{"resourceType":"A","b":1.00}"#, false),
        (#"{"resourceType":"A","b":["x","y"]}"#, #"{"resourceType":"A","b":["y","x"]}"#, false),
        (#"{"resourceType":"A","b":{"c":"\u0041"}}"#, #"{"resourceType":"A","b":{"c":"A"}}"#, true),
        (#"{"resourceType":"A","b":{"meta":1}}"#, #"{"resourceType":"A","b":{"meta":2}}"#, false),
        (#"{"resourceType":"A","b":1}"#, #"{"resourceType":"A"}"#, false),
        (#"{"resourceType":"A","b":null}"#, #"{"resourceType":"A","c":null}"#, false)
    ]) func twoSayTheSame(one: String, other: String, same: Bool) throws {
        #expect(try FhirResource(json: Data(one.utf8)).says(the: FhirResource(json: Data(other.utf8))) == same)
    }
}
