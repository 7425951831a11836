import CareModels
import Foundation
import JSON
import Postgres
import Sealing
import ServiceTestKit
import Synchronization
import Testing

@testable import AuthService

/// The chain in the database: sealed by a job, checked and exported by commands.
@Suite struct AuditTests {
    private static func seal(_ world: World, most: Int = 500) async throws {
        let seal = SealAudit(most: most, masters: world.dependencies.masters)
        var isMore = true
        while isMore { isMore = try await world.pool.transaction { tx in try await seal(tx) } }
    }

    private static func purge(_ world: World, most: Int = 1000) async throws {
        let retention = world.dependencies.settings.auditRetention
        let purge = PurgeAudit(most: most, retention: retention, masters: world.dependencies.masters, now: world.dependencies.now)
        var isMore = true
        while isMore { isMore = try await world.pool.transaction { tx in try await purge(tx) } }
    }

    private static func verify(_ world: World, known: [AuditChain.Known] = [], batch: Int = 2) async throws -> VerifyAudit.Report {
        let retention = world.dependencies.settings.auditRetention
        let verify = VerifyAudit(batch: batch, masters: world.dependencies.masters, known: known, retention: retention, now: world.clock.now)
        return try await world.pool.transaction(.repeatableRead) { tx in try await verify(tx) }
    }

    /// As the command says it, to be kept.
    private static func head(_ world: World) async throws -> AuditChain.Known {
        let report = try await verify(world)
        return AuditChain.Known(link: report.ends.head, at: report.headAt)
    }

    /// What is found of the chain, and that nothing is.
    private static func fault(_ world: World, known: [AuditChain.Known] = []) async throws -> AuditChain.Fault? {
        do {
            _ = try await verify(world, known: known)
            return nil
        } catch let fault as AuditChain.Fault {
            return fault
        }
    }

    private static func other(_ place: Int, _ known: AuditChain.Known) -> AuditChain.Known {
        AuditChain.Known(link: AuditChain.Link(place: place, hash: known.link.hash), at: known.at)
    }

    private static func change(_ world: World, _ statement: SQL) async throws {
        try await world.pool.transaction { tx in
            try await tx.execute("SET LOCAL session_replication_role = replica")
            try await tx.execute(statement)
        }
    }

    private static func lines(_ world: World, _ filter: AuditFilter = AuditFilter(), after: Int = 0, limit: Int = 100) async throws -> [AuditLineView] {
        var data = Data()
        _ = try await ExportAuditCommand.export(filter, after: after, limit: limit, batch: 2, pool: world.pool) { data += $0 }
        return try data.split(separator: UInt8(ascii: "\n")).map { try CareJSON.decode(AuditLineView.self, from: Data($0)) }
    }

    @Test func rowsAreSealedInTheirOrderAndEachOnce() async throws {
        try await World.run { world in
            #expect(try await Self.verify(world).ends == AuditChain.Ends())
            for name in ["ada", "grace", "alan"] { try await world.signUp(name) }
            #expect(try await Self.verify(world).waiting == 3)
            try await Self.seal(world, most: 2)
            let first = try await Self.verify(world)
            #expect(first.ends.head.place == 3 && first.waiting == 0)
            _ = try await world.logIn("ada")
            try await Self.seal(world)
            try await Self.seal(world)
            let second = try await Self.verify(world, known: [AuditChain.Known(link: first.ends.head)])
            #expect(second.ends.head.place == 4)
            #expect(try await Self.lines(world).map(\.kind) == ["signed-up", "signed-up", "signed-up", "logged-in"])
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE place IS NULL") == 0)
        }
    }

    /// Two replicas at once, while others write.
    @Test func sealingAtOnceLeavesOneChain() async throws {
        try await World.run { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<12 { group.addTask { _ = try await world.signUp("person\(number)") } }
                for _ in 0..<6 { group.addTask { try await Self.seal(world, most: 3) } }
                try await group.waitForAll()
            }
            try await Self.seal(world)
            #expect(try await Self.verify(world).ends.head.place == 12)
        }
    }

    @Test func whatIsDoneToSealedRowsIsFound() async throws {
        try await World.run { world in
            for number in 1...6 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            #expect(try await Self.fault(world) == nil)
            let head = try await Self.head(world)
            func tried(_ statement: SQL) async throws -> AuditChain.Fault? {
                try await Self.change(world, "CREATE TABLE kept_rows AS SELECT * FROM audit_log")
                try await Self.change(world, "CREATE TABLE kept_ends AS SELECT * FROM audit_chain")
                try await Self.change(world, statement)
                let found = try await Self.fault(world)
                try await Self.change(world, "DELETE FROM audit_log")
                try await Self.change(world, "INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM kept_rows")
                try await Self.change(world, "DELETE FROM audit_chain")
                try await Self.change(world, "INSERT INTO audit_chain SELECT * FROM kept_ends")
                try await Self.change(world, "DROP TABLE kept_rows, kept_ends")
                return found
            }
            #expect(try await tried("UPDATE audit_log SET kind = 'logged-out' WHERE place = 3") == .altered(3))
            #expect(try await tried("UPDATE audit_log SET at = at + interval '1 microsecond' WHERE place = 4") == .altered(4))
            #expect(try await tried("DELETE FROM audit_log WHERE place = 2") == .missing(2))
            #expect(try await tried("DELETE FROM audit_log WHERE place = 6") == .missing(6))
            #expect(try await tried("UPDATE audit_log SET place = 7 - place WHERE place IN (3, 4)") == .altered(3))
            #expect(try await tried("UPDATE audit_log SET place = 7 WHERE place = 6") == .missing(6))
            #expect(try await tried("INSERT INTO audit_log (at, kind, place, hash) SELECT at, kind, 7, hash FROM audit_log WHERE place = 6") == .wrongHead)
            #expect(try await tried("UPDATE audit_chain SET place = 5, hash = (SELECT hash FROM audit_log WHERE place = 5)") == .forgedEnds)
            #expect(try await tried("UPDATE audit_chain SET start_place = 2, start_hash = (SELECT hash FROM audit_log WHERE place = 2)") == .forgedEnds)
            #expect(try await tried("DELETE FROM audit_chain") == .noEnds)
            #expect(try await Self.fault(world, known: [head]) == nil)
            #expect(try await Self.fault(world, known: [Self.other(4, head)]) == .unknownLink(4))
            #expect(try await Self.fault(world, known: [Self.other(9, head)]) == .unknownLink(9))
        }
    }

    /// What was forged is not built upon: the job fails, and says so in its metric, until an operator has looked.
    @Test func nothingIsSealedBehindForgedEnds() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await Self.seal(world)
            try await world.signUp("grace")
            try await Self.change(world, "UPDATE audit_chain SET hash = sha256('x')")
            await #expect(throws: AuditChain.Fault.forgedEnds) { try await Self.seal(world) }
            await #expect(throws: AuditChain.Fault.forgedEnds) { try await Self.purge(world) }
            try await Self.change(world, "DELETE FROM audit_chain")
            await #expect(throws: AuditChain.Fault.noEnds) { try await Self.seal(world) }
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE place IS NULL") == 1)
        }
    }

    @Test func whatIsPurgedLeavesAChainThatIsChecked() async throws {
        try await World.run { world in
            for number in 1...5 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            world.clock.advance(2000 * 86_400)
            for number in 6...8 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            try await Self.purge(world)
            #expect(try await Self.verify(world).ends.start == .origin)
            let head = try await Self.head(world)
            // Six years after the first.
            world.clock.advance(193 * 86_400)
            try await Self.purge(world, most: 2)
            let report = try await Self.verify(world, known: [head])
            #expect(report.ends.start.place == 5)
            #expect(report.ends.head == head.link)
            #expect(try await Self.lines(world).map(\.place) == [6, 7, 8])
            world.clock.advance(2192 * 86_400)
            try await Self.purge(world)
            #expect(try await world.count("SELECT count(*) FROM audit_log") == 0)
            try await world.signUp("late")
            try await Self.seal(world)
            #expect(try await Self.verify(world).ends.head.place == 9)
        }
    }

    @Test func eachDayTheLogSaysWhereItEnds() async throws {
        try await World.run { world in
            let told = Told()
            let tell = TellAuditHead { told.add($0) }
            // Nothing was sealed yet.
            try await world.pool.transaction { tx in try await tell(tx) }
            for number in 1...3 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            try await world.pool.transaction { tx in try await tell(tx) }
            let head = try await Self.head(world)
            #expect(told.all == [head] && head.at != nil)
        }
    }

    /// Whoever has the master key too can seal any beginning; what was kept elsewhere is not purged by that.
    @Test func whoHasTheKeyCannotPurgeWhatIsKnown() async throws {
        try await World.run { world in
            for number in 1...4 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            let known = try await Self.head(world)
            #expect(AuditChain.Known("\(known)") == known && known.at == world.clock.now)
            for number in 5...6 { try await world.signUp("person\(number)") }
            try await Self.seal(world)
            let purge = PurgeAudit(most: 5, retention: -1, masters: world.dependencies.masters, now: world.dependencies.now)
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await Self.verify(world).ends.start.place == 5)
            #expect(try await Self.fault(world, known: [known]) == .cut(4))
            // One of before 2.1.0 had no time, and shows nothing any more.
            let timeless = try #require(AuditChain.Known("\(known.link)"))
            #expect(timeless.at == nil)
            #expect(try await Self.verify(world, known: [timeless]).unproved == 1)
            // Six years later it may be gone.
            world.clock.advance(2193 * 86_400)
            #expect(try await Self.verify(world, known: [known]).unproved == 0)
            #expect(try await Self.verify(world, known: [AuditChain.Known(link: .origin)]).unproved == 0)
        }
    }

    /// As the release before purges: by age, without a word to the chain.
    @Test func sealedRowsStayUntilTheChainBeginsBehindThem() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await Self.seal(world)
            try await world.signUp("grace")
            #expect(try await world.pool.withConnection { try await $0.execute("DELETE FROM audit_log") } == 1)
            #expect(try await Self.verify(world).ends.head.place == 1)
        }
    }

    @Test func aNewMasterKeySealsTheEndsAnew() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await Self.seal(world)
            let old = MasterKey(World.masterKey)
            let new = MasterKey(Array(repeating: 7, count: 32), from: Date(timeIntervalSince1970: 1))
            let masters = MasterKeys(MasterKeyList([old, new]))
            let seal = SealAudit(masters: masters)
            _ = try await world.pool.transaction { tx in try await seal(tx) }
            #expect(try await world.count("SELECT count(*) FROM audit_chain WHERE master_key_id = \(new.id)") == 1)
            let verify = VerifyAudit(
                masters: MasterKeys(MasterKeyList(MasterKey(Array(repeating: 7, count: 32)))), retention: world.dependencies.settings.auditRetention,
                now: world.clock.now)
            #expect(try await world.pool.transaction { tx in try await verify(tx) }.ends.head.place == 1)
            // Who has only the old one cannot say.
            #expect(try await Self.fault(world) == .forgedEnds)
        }
    }

    @Test func exportsByPersonClientKindAndTime() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let grace = try await world.signUp("grace")
            world.clock.advance(60)
            let noon = world.clock.now
            _ = try await world.logIn("ada")
            _ = try await world.logIn("grace")
            let chief = try await world.admin()
            #expect(try await world.send(.DELETE, "/users/\(grace.id)", token: chief.accessToken).status == 204)
            try await Self.seal(world)
            #expect(try await Self.lines(world, AuditFilter(user: ada.id)).map(\.kind) == ["signed-up", "logged-in"])
            #expect(try await Self.lines(world, AuditFilter(user: ada.id, since: noon)).map(\.kind) == ["logged-in"])
            #expect(try await Self.lines(world, AuditFilter(user: ada.id, until: noon)).map(\.kind) == ["signed-up"])
            #expect(try await Self.lines(world, AuditFilter(client: "careline", kind: "logged-in")).count == 3)
            #expect(try await Self.lines(world, AuditFilter(client: "another")).isEmpty)
            // What an operator did is found by either.
            let erased = try #require(try await Self.lines(world, AuditFilter(user: grace.id)).last)
            #expect(erased.kind == "account-erased" && erased.userId == grace.id && erased.doneBy == chief.user.id)
            #expect(try await Self.lines(world, AuditFilter(user: chief.user.id)).map(\.kind) == ["admin-created", "logged-in", "account-erased"])
            // Page by page, the place is the cursor.
            let all = try await Self.lines(world)
            let first = try await Self.lines(world, limit: 3)
            #expect(try await first + Self.lines(world, after: first[2].place) == all)
        }
    }
}

private final class Told: Sendable {
    private let links = Mutex<[AuditChain.Known]>([])

    var all: [AuditChain.Known] { links.withLock { $0 } }

    func add(_ link: AuditChain.Known) { links.withLock { $0.append(link) } }
}
