import CareModels
import Foundation
import HTTP
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import Outbox
@testable import RecordsService

/// What was kept elsewhere of the chains, against whoever may write to the database and knows how chains are made:
///
/// | what they do | what finds it |
/// |---|---|
/// | cut off the end, and write the head anew | a known head or list: the chain does not go so far any more |
/// | cut off the beginning, as if it had been purged | a known head or list that the chain begins behind and that is too young (`cut`) |
/// | change a row | the chain |
/// | take a row out of the middle | the chain |
/// | change a row, and every hash behind it | a known head or list behind it: it has another hash |
/// | delete a chain with its head | a known head or list of that person |
/// | say that the person was erased | the chain's check: the person's key is there (`unerased`) |
/// | erase them, key and all | nothing here: who was known and is erased is named, and Auth's audit, sealed by a key that is in no database, knows of it or not |
/// | say that the person had all destroyed, by a receipt that they made up or that is another's | the receipt's signature, with CARE_MASTER_KEY (`unsignedReceipt`) |
/// | say so by a receipt of before | its signed instant: it is older than what is gone (`cut`) |
/// | change a list, or take it away | its hash (`alteredList`), its number (`noList`) |
/// | any of these with rows behind the last known head | nothing: so heads and lists are made each day |
@Suite(.timeLimit(.minutes(5))) struct KnownAccessTests {
    struct Threat: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: String
        var isFoundWithout = false
        var fault: @Sendable (UserID) -> AccessChain.Fault
    }

    private static let receipt = "00000000-0000-4000-8000-000000000001"

    private static func beginning(behind place: Int) -> String {
        """
        UPDATE access_heads SET start_sequence = \(place), start_hash = (SELECT hash FROM access_log WHERE sequence = \(place));
        DELETE FROM access_log WHERE sequence <= \(place)
        """
    }

    /// Of six rows, the fourth being known.
    static let threats: [Threat] = [
        Threat(
            testDescription: "the end cut off",
            change: "DELETE FROM access_log WHERE sequence > 3; UPDATE access_heads SET sequence = 3, hash = (SELECT hash FROM access_log WHERE sequence = 3)"
        ) { .unknownHead($0, 4) },
        Threat(testDescription: "the beginning cut off", change: beginning(behind: 5)) { .cut($0, 4) },
        Threat(testDescription: "the beginning cut off up to what is known", change: beginning(behind: 4)) { .cut($0, 4) },
        Threat(
            testDescription: "a row changed", change: "UPDATE access_log SET body = set_byte(body, 20, (get_byte(body, 20) + 1) % 256) WHERE sequence = 3",
            isFoundWithout: true
        ) { .altered($0, 3) },
        Threat(testDescription: "the middle taken out", change: "DELETE FROM access_log WHERE sequence = 3", isFoundWithout: true) { .missing($0, 3) },
        Threat(
            testDescription: "a row changed and all hashes made to fit",
            change: """
                DO $$ DECLARE one record; latest bytea := (SELECT hash FROM access_log WHERE sequence = 2);
                BEGIN
                    UPDATE access_log SET body = body || decode('00', 'hex') WHERE sequence = 3;
                    FOR one IN SELECT * FROM access_log WHERE sequence > 2 ORDER BY sequence LOOP
                        latest := sha256(latest || sha256(
                            uuid_send(one.owner_id) || uuid_send(one.access_id) || int8send(round(extract(epoch FROM one.at) * 1000)::bigint) || one.body));
                        UPDATE access_log SET hash = latest WHERE sequence = one.sequence;
                    END LOOP;
                    UPDATE access_heads SET hash = latest;
                END $$
                """
        ) { .unknownHead($0, 4) },
        Threat(testDescription: "the chain deleted", change: "DELETE FROM access_log; DELETE FROM access_heads") { .unknownHead($0, 4) },
        Threat(
            testDescription: "an erasure that never was", change: "DELETE FROM access_log; UPDATE access_heads SET is_erased = true", isFoundWithout: true
        ) { .unerased($0) },
        Threat(
            testDescription: "a destruction that never was",
            change: """
                \(beginning(behind: 5));
                INSERT INTO record_receipts (receipt_id, owner_id, made_at, signed) SELECT '\(receipt)', owner_id, '2026-03-06T13:00:00Z', 'e30.e30.e30' FROM access_heads
                """
        ) { .unsignedReceipt($0, ReceiptID(UUID(uuidString: receipt) ?? UUID())) }
    ]

    private static let signer = ReceiptSigner(masters: World.masters)

    private static func use(_ world: World, _ patient: World.Person, times: Int) async throws {
        for _ in 0..<times { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
    }

    /// At their own wish, for which they have just signed in.
    private static func purge(_ world: World, _ patient: World.Person) async throws {
        let token = try TestIssuer.token(patient.id, .patient, scope: World.everyScope, client: "careline", signedInAt: world.dependencies.now())
        let fresh = World.Person(id: patient.id, token: token)
        let purged = try await world.send(.POST, "/records/purge", fresh, #"{"patientId":"\#(patient.id)"}"#, headers: ["Content-Type": "application/json"])
        #expect(purged.status == 200)
    }

    @Test(arguments: threats) func whatIsDoneIsFound(_ threat: Threat) async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.use(world, patient, times: 4)
            let known = try await world.accessHeads()
            let lists = try await world.listAccessHeads().map(\.mark)
            #expect(known.count == 1 && lists.count == 1)
            try await Self.use(world, patient, times: 2)
            #expect(try await world.verifyAccesses(known: known, lists: lists, signer: Self.signer).rows == 6)
            try await AccessLogTests.tamper(world, threat.change)
            let fault = threat.fault(patient.id)
            await #expect(throws: fault) { try await world.verifyAccesses(known: known, signer: Self.signer) }
            await #expect(throws: fault) { try await world.verifyAccesses(lists: lists, signer: Self.signer) }
            if threat.isFoundWithout {
                await #expect(throws: fault) { try await world.verifyAccesses(signer: Self.signer) }
            } else {
                // Which is why something is kept elsewhere.
                _ = try await world.verifyAccesses(signer: Self.signer)
            }
        }
    }

    /// Whoever may write can destroy a key, too. It is said, and is not right by that.
    @Test func whoWasKnownAndIsErasedIsNamed() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            for person in [patient, other] { try await Self.use(world, person, times: 2) }
            let known = try await world.accessHeads()
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            let report = try await world.verifyAccesses(known: known)
            #expect(report.erased == 1 && report.gone.map(\.owner) == [patient.id] && report.gone.map(\.cause) == [.erased])
            #expect(VerifyAccessLogCommand.said(report).contains("person \(patient.id) was erased at "))
            // Of whom nothing was known nothing is said.
            #expect(try await world.verifyAccesses().gone.isEmpty)
            // Nor is a head believed that never was.
            let invented = KnownAccess(owner: patient.id, sequence: 9, hash: [UInt8](repeating: 0, count: 32), age: .unsaid)
            await #expect(throws: AccessChain.Fault.unknownHead(patient.id, 9)) { try await world.verifyAccesses(known: [invented]) }
        }
    }

    /// By a signed receipt, which a later one does not stand in for.
    @Test func whatIsDestroyedAtTheirWishIsNamed() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.use(world, patient, times: 3)
            let known = try await world.accessHeads()
            try await Self.purge(world, patient)
            #expect(try await world.verifyAccesses(known: known, signer: Self.signer).gone.map(\.cause) == [.erased])
            world.clock.advance(306)
            try await WholeRecordRouteTests.work(world)
            try await Self.use(world, patient, times: 3)
            let report = try await world.verifyAccesses(known: known, signer: Self.signer)
            #expect(report.rows == 3 && report.gone.map(\.owner) == [patient.id] && report.gone.map(\.cause) != [.erased])
            let said = VerifyAccessLogCommand.said(report)
            #expect(said.contains("was destroyed at their wish at 2026-03-06T12:00:00Z"))
            // What came behind it is not excused by it, whatever the row of the receipt says.
            let later = try await world.accessHeads()
            let last = try #require(later.first?.sequence)
            try await Self.use(world, patient, times: 1)
            #expect(try await world.verifyAccesses(known: later, signer: Self.signer).gone.isEmpty)
            try await AccessLogTests.tamper(world, Self.beginning(behind: last) + "; UPDATE record_receipts SET made_at = '2027-01-01T00:00:00Z'")
            await #expect(throws: AccessChain.Fault.cut(patient.id, last)) { try await world.verifyAccesses(known: later, signer: Self.signer) }
            // Without the key that receipt is believed, and named.
            #expect(try await world.verifyAccesses(known: later).gone.count == 1)
            #expect(Self.signer.destruction(of: UserID(.v7()), by: "e30.e30.e30") == nil)
        }
    }

    @Test func whatWasOldEnoughMayBeGone() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.use(world, patient, times: 5)
            let old = try await world.accessHeads()
            world.clock.advance(100 * 86_400)
            try await Self.use(world, patient, times: 3)
            let young = try await world.accessHeads()
            let retention = Duration.seconds(50 * 86_400)
            let forget = ForgetAccesses(retention: retention, now: { world.clock.now })
            _ = try await world.pool.transaction { tx in try await forget(tx) }
            let report = try await world.verifyAccesses(known: old + young, retention: retention)
            #expect(report.rows == 3 && report.gone.isEmpty && report.unproved == 0)
            // For who keeps them longer these would be too young.
            await #expect(throws: AccessChain.Fault.cut(patient.id, 5)) { try await world.verifyAccesses(known: old) }
            // Lines of before had no time: of those nothing is shown, and that is said.
            let lines = old.map { $0.description.split(separator: ":").prefix(3).joined(separator: ":") }
            let timeless = lines.compactMap { KnownAccess($0) }
            #expect(timeless.map(\.age) == [.unsaid])
            let unproved = try await world.verifyAccesses(known: timeless, retention: retention)
            #expect(unproved.unproved == 1)
            #expect(VerifyAccessLogCommand.said(unproved).contains("1 of the known heads have no time"))
            // What is there goes on being compared with them.
            let others = young.map { KnownAccess(owner: $0.owner, sequence: $0.sequence, hash: [UInt8](repeating: 1, count: 32), age: .unsaid) }
            await #expect(throws: AccessChain.Fault.unknownHead(patient.id, 8)) { try await world.verifyAccesses(known: others, retention: retention) }
            // All gone, which the line says: whatever comes behind it has nothing to lose before.
            world.clock.advance(60 * 86_400)
            _ = try await world.pool.transaction { tx in try await forget(tx) }
            let none = try await world.accessHeads()
            #expect(none.map(\.age) == [.gone])
            try await Self.use(world, patient, times: 2)
            #expect(try await world.verifyAccesses(known: none, retention: retention).rows == 2)
        }
    }

    /// What was purged as it had to be is not missed once rows are kept for longer; what is gone since then is.
    @Test func whatWasOldEnoughThenMayBeGone() async throws {
        try await World.run { world in
            let (patient, short) = (try world.patient(), Duration.seconds(50 * 86_400))
            try await Self.use(world, patient, times: 5)
            let old = try await world.accessHeads()
            world.clock.advance(100 * 86_400)
            try await Self.use(world, patient, times: 3)
            let young = try await world.accessHeads()
            let forget = ForgetAccesses(retention: short, now: { world.clock.now })
            _ = try await world.pool.transaction { tx in try await forget(tx) }
            let then = world.verification(retention: short).kept
            #expect(then.retentions == [KnownRetention(seconds: 50 * 86_400, at: world.clock.now)] && then.receiptKeys.isEmpty)

            world.clock.advance(86_400)
            await #expect(throws: AccessChain.Fault.cut(patient.id, 5)) { try await world.verifyAccesses(known: old) }
            let since = world.verification(beside: then).kept
            #expect(since.retentions.count == 2)
            world.clock.advance(60 * 86_400)
            #expect(try await world.verifyAccesses(known: old + young, beside: since).rows == 3)
            try await AccessLogTests.tamper(world, Self.beginning(behind: 8))
            await #expect(throws: AccessChain.Fault.cut(patient.id, 8)) { try await world.verifyAccesses(known: old + young, beside: since) }
        }
    }

    @Test func theShorterTimeCountsUntilTheLaterLine() {
        func line(_ days: Int, at day: Int) -> KnownRetention {
            KnownRetention(seconds: days * 86_400, at: Date(timeIntervalSince1970: TimeInterval(day * 86_400)))
        }
        func limit(_ lines: KnownRetention...) -> Int { Int(KnownRetention.limit(lines).timeIntervalSince1970) / 86_400 }
        #expect(limit(line(30, at: 100)) == 70)
        // Raised between the two, and lowered.
        #expect(limit(line(365, at: 130), line(30, at: 100)) == 100)
        #expect(limit(line(365, at: 100), line(30, at: 130)) == 100)
        #expect(limit(line(30, at: 100), line(365, at: 110), line(365, at: 900)) == 535)
        let all = [line(30, at: 1), line(30, at: 2), line(30, at: 3), line(60, at: 4), line(60, at: 5), line(60, at: 6), line(60, at: 7)]
        let needed = KnownRetention.needed(all.reversed())
        #expect(needed == [all[0], all[2], all[3], all[6]])
        #expect(KnownRetention.limit(needed) == KnownRetention.limit(all))
    }

    /// As long as somebody has kept elsewhere that its key was ours; whoever can write to the database could put one there.
    @Test func aReceiptCountsWhoseMasterKeyWasTakenOutOfService() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.use(world, patient, times: 3)
            let known = try await world.accessHeads()
            try await Self.purge(world, patient)
            world.clock.advance(306)
            try await WholeRecordRouteTests.work(world)
            try await Self.use(world, patient, times: 3)
            let kept = world.verification(signer: Self.signer).kept
            #expect(kept.receiptKeys.map(\.at) == [world.clock.now])

            let next = ReceiptSigner(masters: MasterKeys(current: [UInt8](repeating: 43, count: 32)))
            let receipts = try await world.pool.withConnection { try await $0.receipts(of: patient.id, 10, after: nil) }
            let fault = AccessChain.Fault.unsignedReceipt(patient.id, try #require(receipts.first?.id))
            await #expect(throws: fault) { try await world.verifyAccesses(known: known, signer: next) }
            let report = try await world.verifyAccesses(known: known, beside: kept, signer: next)
            #expect(report.gone.map(\.owner) == [patient.id] && report.gone.map(\.cause) != [.erased])
            // It goes from file to file, with the instant until which it was in service.
            let both = world.verification(beside: kept, signer: next).kept.receiptKeys
            #expect(both.count == 2 && both.last == kept.receiptKeys.first)
            // What is signed later was signed by who should not have the key any more.
            var before = kept
            before.receiptKeys[0].at = world.clock.now.addingTimeInterval(-3600)
            let early = before
            await #expect(throws: fault) { try await world.verifyAccesses(known: known, beside: early, signer: next) }
        }
    }

    // MARK: Lists

    @Test func aListHoldsEverybodyPageByPage() async throws {
        try await World.run { world in
            let patients = try (0..<5).map { _ in try world.patient() }
            for patient in patients { try await Self.use(world, patient, times: 1) }
            let first = try await world.listAccessHeads(most: 2)
            #expect(first.map(\.chains) == [5] && first.map(\.mark.number) == [1] && first.map(\.begunAt) == [world.clock.now])
            #expect(try await world.count("SELECT pages FROM access_lists") == 3)
            world.clock.advance(86_400)
            let second = try await world.listAccessHeads(most: 2)
            #expect(second.map(\.mark.number) == [2])
            let marks = (first + second).map(\.mark)
            // The same heads twice are as good as once.
            #expect(try await world.verifyAccesses(lists: marks).persons == 5)
            // As it is typed.
            #expect(marks.compactMap { AccessList.Mark($0.description) } == marks)
            for text in ["", "1", "1:", "0:\(Base64URL.encode(marks[0].hash))", "1:AAAA", "\(marks[0]):"] { #expect(AccessList.Mark(text) == nil, "\(text)") }

            let other = AccessList.Mark(number: 1, hash: marks[1].hash)
            await #expect(throws: AccessChain.Fault.alteredList(1)) { try await world.verifyAccesses(lists: [other]) }
            await #expect(throws: AccessChain.Fault.noList(3)) { try await world.verifyAccesses(lists: [AccessList.Mark(number: 3, hash: marks[1].hash)]) }
            try await world.pool.withConnection { try await $0.script("UPDATE access_list_pages SET heads = ''::bytea WHERE list_id = 1 AND page = 1") }
            await #expect(throws: AccessChain.Fault.alteredList(1)) { try await world.verifyAccesses(lists: marks) }
            try await world.pool.withConnection { try await $0.script("DELETE FROM access_list_pages WHERE list_id = 2 AND page = 2") }
            await #expect(throws: AccessChain.Fault.alteredList(2)) { try await world.verifyAccesses(lists: [marks[1]]) }

            // Two weeks after it was made a list goes.
            world.clock.advance(13.5 * 86_400)
            #expect(try await world.listAccessHeads().map(\.mark.number) == [3])
            #expect(try await world.count("SELECT min(list_id) FROM access_lists") == 2)
            #expect(try await world.count("SELECT min(list_id) FROM access_list_pages") == 2)
            await #expect(throws: AccessChain.Fault.noList(1)) { try await world.verifyAccesses(lists: [marks[0]]) }
        }
    }

    /// A list that lay unfinished while nothing ran is told of when it is finished, and is there from then on.
    @Test func aListThatLayUnfinishedIsKept() async throws {
        try await World.run { world in
            for _ in 0..<3 { try await Self.use(world, try world.patient(), times: 1) }
            let list = ListAccessHeads(most: 2, now: world.dependencies.now) { _ in }
            #expect(try await world.pool.transaction { tx in try await list(tx) })
            world.clock.advance(20 * 86_400)
            let told = try await world.listAccessHeads(most: 2)
            #expect(told.map(\.mark.number) == [1] && told.map(\.chains) == [3])
            #expect(try await world.verifyAccesses(lists: told.map(\.mark)).persons == 3)
            #expect(try await world.listAccessHeads().map(\.mark.number) == [2])
        }
    }

    @Test func eachDayOneReplicaMakesAList() async throws {
        try await World.run { world in
            try await Self.use(world, try world.patient(), times: 1)
            let replicas = (0..<2).map { _ in JobRunner([.listAccessHeads(world.dependencies)], pool: world.pool, now: world.dependencies.now) }
            for day in 0..<3 {
                for replica in replicas {
                    try await replica.ensureSweeps()
                    try await replica.fireDue()
                }
                #expect(try await world.count("SELECT count(*) FROM access_lists WHERE finished_at IS NOT NULL AND chains = 1") == day)
                world.clock.advance(86_400)
            }
        }
    }

    /// Whoever shows another time in the moment in which a list is made is not believed: it does not fit the hash.
    @Test func aTimeThatDoesNotFitIsNotListed() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await Self.use(world, patient, times: 4)
            try await AccessLogTests.tamper(world, "UPDATE access_log SET at = at - interval '20 years' WHERE sequence = 4")
            let lists = try await world.listAccessHeads().map(\.mark)
            try await AccessLogTests.tamper(world, "UPDATE access_log SET at = at + interval '20 years' WHERE sequence = 4")
            #expect(try await world.verifyAccesses(lists: lists).rows == 4)
            try await Self.use(world, patient, times: 2)
            try await AccessLogTests.tamper(world, Self.beginning(behind: 5))
            await #expect(throws: AccessChain.Fault.cut(patient.id, 4)) { try await world.verifyAccesses(lists: lists) }
        }
    }

    @Test func headsAreReadAsTheyAreWritten() throws {
        let owner = UserID(.v7())
        let hash = [UInt8](repeating: 7, count: 32)
        let at = try #require(RFC3339.parse("2026-03-06T12:00:00.125Z"))
        let ages: [KnownAccess.Age] = [.written(at), .gone, .unsaid]
        let heads = ages.map { KnownAccess(owner: owner, sequence: 3, hash: hash, age: $0) }
        #expect(heads.map { KnownAccess($0.description) } == heads)
        #expect(heads[0].description == "\(owner):3:\(Base64URL.encode(hash)):2026-03-06T12:00:00.125Z")
        #expect(AccessList.heads(AccessList.page(heads)) == heads)
        #expect(AccessList.heads([]) == [] && AccessList.heads([1]) == nil)
        // With what is kept beside them.
        let log = KnownLog(
            heads: heads, retentions: [KnownRetention(seconds: 86_400, at: at)], receiptKeys: [KnownReceiptKey(id: Base64URL.encode(hash), at: at)])
        #expect(log.notes == ["retention:86400s:2026-03-06T12:00:00.125Z", "receipt-key:\(Base64URL.encode(hash)):2026-03-06T12:00:00.125Z"])
        var read = KnownLog()
        let taken = (heads.map(\.description) + log.notes).map { read.add($0) }
        #expect(!taken.contains(false) && read == log)
        for text in ["retention:86400:2026-03-06T12:00:00Z", "retention:0s:2026-03-06T12:00:00Z", "retention:1s", "receipt-key:AAAA:2026-03-06T12:00:00Z", "key"] {
            let isTaken = read.add(text)
            #expect(!isTaken, "\(text)")
        }
        let line = heads[2].description
        for text in ["", "x:3:\(Base64URL.encode(hash))", "\(owner):0:\(Base64URL.encode(hash))", "\(owner):3:AAAA", "\(line):", "\(line):yesterday", "\(line):-:"] {
            #expect(KnownAccess(text) == nil, "\(text)")
        }
    }
}
