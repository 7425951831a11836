import ArgumentParser
import CareModels
import Foundation
import HTTP
import Postgres
import Sealing
import ServiceTestKit
import Synchronization
import Testing

@testable import RecordsService

/// The chain of who used a record, and what happens to it.
@Suite(.timeLimit(.minutes(5))) struct AccessLogTests {
    private static func heads(_ world: World) async throws -> [AccessChain.Head] {
        try await world.pool.withConnection { try await $0.accessHeads(after: nil, limit: 100) }
    }

    @Test func ofFiftyAtOnceNoneIsLost() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let id = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            _ = try await world.send(.POST, "/fhir/r4/Patient", other, #"{"resourceType":"Patient"}"#)
            let answers = try await together(50) { index in
                if index % 5 == 0 { return try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
                if index % 5 == 1 { return try await world.get("/fhir/r4/Patient", other) }
                return try await world.get("/fhir/r4/Patient/\(id)", patient)
            }
            #expect(answers.allSatisfy { [200, 201].contains($0.status) })
            #expect(try await world.accesses(patient).count == 41)
            // Itself is noted behind it.
            #expect(try await world.accesses(patient).count == 42)
            #expect(try await world.accesses(other).count == 11)
            let report = try await world.verifyAccesses()
            #expect(report.persons == 2 && report.rows > 10)
        }
    }

    /// Writes that come together are made in one commit, and are noted in one row of the chain.
    @Test func ofWritesInOneCommitEachIsNoted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            let answers = try await together(60) { index in
                switch index % 3 {
                case 0: return try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate())
                case 1: return try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, #"{"resourceType":"Patient","id":"\#(id)"}"#)
                default: return try await world.send(.PUT, "/fhir/r4/Patient/p\(index)", patient, #"{"resourceType":"Patient","id":"p\#(index)"}"#)
                }
            }
            #expect(answers.count { $0.status == 201 } == 40 && answers.count { $0.status == 200 } == 20)
            #expect(try await world.count("SELECT version FROM records WHERE version > 1") == 21)
            #expect(try await world.count("SELECT count(*) FROM access_log WHERE owner_id = \(patient.id)") < 61)
            let noted = try await world.accesses(patient).map { $0["interaction"]?.string ?? "" }
            #expect(noted.count { $0 == "create" } == 21 && noted.count { $0 == "update" } == 40)
            let key = try #require(try await world.pool.withConnection { try await world.dependencies.keys.forReading(patient.id, $0) })
            let rows = try await world.pool.withConnection { try await $0.accesses(of: patient.id, behind: 0, limit: 100) }
            let events = try rows.flatMap { try $0.row.opened(key) }.filter { $0.action != .execute }
            #expect(events.allSatisfy { $0.things.count == 1 && $0.things[0].action == $0.action })
            // Each names what its own request wrote.
            #expect(Set(events.flatMap(\.things).map { "\($0.id ?? "") \($0.version ?? 0)" }).count == 61)
            _ = try await world.verifyAccesses()
        }
    }

    /// Nobody else's answer waits for somebody who holds one person's chain.
    @Test func aLockedChainKeepsNobodyElseWaiting() async throws {
        try await World.run { world in
            let (held, other) = (try world.patient(), try world.patient())
            for patient in [held, other] { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            let waiting = try await world.pool.transaction { tx in
                try await tx.execute("SELECT 1 FROM access_heads WHERE owner_id = \(held.id) FOR UPDATE")
                let waiting = Task { try await world.get("/fhir/r4/Patient", held).status }
                for _ in 0..<4 { #expect(try await world.get("/fhir/r4/Patient", other).status == 200) }
                return waiting
            }
            #expect(try await waiting.value == 200)
            #expect(try await world.accesses(other).count == 5)
            #expect(try await world.accesses(held).count == 2)
            _ = try await world.verifyAccesses()
        }
    }

    /// Nor does anybody else's answer wait for, or go without, a person's key that cannot be opened.
    @Test(arguments: ["wrapped_key = set_byte(wrapped_key, 20, (get_byte(wrapped_key, 20) + 1) % 256)", "master_key_id = 'of another time'"])
    func aKeyThatDoesNotOpenKeepsNobodyElseUnnoted(_ change: String) async throws {
        try await World.run { world in
            let (lost, other) = (try world.patient(), try world.patient())
            for patient in [lost, other] { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            try await world.pool.withConnection { try await $0.script("UPDATE person_keys SET \(change) WHERE person_id = '\(lost.id)'") }
            // A replica that has none of the keys in memory.
            let (now, id) = (world.dependencies.now, world.dependencies.newID)
            let journal = AccessJournal(world.pool, PersonKeys(World.masters), now: now, newID: id)
            let event = AccessEvent(
                at: now(), action: .read, interaction: "read", role: .service, client: "machine", purpose: .systemAdministration, basis: .machine, request: "")
            _ = try await journal.note([lost, other].map { AccessNote(owner: $0.id, event: event) })
            #expect(try await world.accesses(other).contains { $0["interaction"]?.string == "read" })
        }
    }

    /// The chunks of a file come in transactions of their own.
    @Test func aFileIsNotedOnce() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Files.pdf(4_000_000), type: "application/pdf").status == 201)
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Files.pdf(1_000_000), type: "image/png").status == 422)
            let noted = try await world.accesses(patient).map { $0["interaction"]?.string ?? "" }
            #expect(noted == ["create", "create"])
        }
    }

    /// What a condition finds was read, whatever is written by it.
    @Test func whatAConditionFindsIsNoted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","identifier":[{"value":"a"}]}"#
            let made = try await world.send(.POST, "/fhir/r4/Patient", patient, body, headers: ["If-None-Exist": "identifier=a"])
            #expect(made.status == 201)
            let found = try await world.send(.POST, "/fhir/r4/Patient", patient, body, headers: ["If-None-Exist": "identifier=a"])
            #expect(found.status == 200 && found.id == made.id)
            let key = try #require(try await world.pool.withConnection { try await world.dependencies.keys.forReading(patient.id, $0) })
            let rows = try await world.pool.withConnection { try await $0.accesses(of: patient.id, behind: 0, limit: 10) }
            let things = try rows.flatMap { try $0.row.opened(key) }.map { $0.things.map(\.action) }
            #expect(things == [[.create], [.read]])
        }
    }

    /// As its owner may, who takes the trigger away.
    static func tamper(_ world: World, _ change: String) async throws {
        let trigger = "TRIGGER keep_access_log"
        try await world.pool.withConnection {
            try await $0.script("ALTER TABLE access_log DISABLE \(trigger); \(change); ALTER TABLE access_log ENABLE \(trigger)")
        }
    }

    /// Whatever a program of ours or its role might do by mistake: what was noted is only ever added to.
    @Test func theDatabaseRefusesToChangeWhatWasNoted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<3 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            let changes = [
                "DELETE FROM access_log WHERE sequence = 2", "DELETE FROM access_log", "UPDATE access_log SET at = at + interval '1 hour'",
                "UPDATE access_log SET body = ''"
            ]
            for change in changes {
                await #expect(throws: PostgresError.self, "\(change)") { try await world.pool.withConnection { try await $0.script(change) } }
            }
            #expect(try await world.verifyAccesses().rows == 3)
        }
    }

    /// Whoever can write to the database.
    @Test(
        arguments: [
            "UPDATE access_log SET body = set_byte(body, 20, (get_byte(body, 20) + 1) % 256) WHERE sequence = 3", "DELETE FROM access_log WHERE sequence = 3",
            "DELETE FROM access_log WHERE sequence = 1", "DELETE FROM access_log WHERE sequence = (SELECT max(sequence) FROM access_log)",
            "UPDATE access_log SET sequence = 1000 WHERE sequence = 3; UPDATE access_log SET sequence = 3 WHERE sequence = 4; UPDATE access_log SET sequence = 4 WHERE sequence = 1000",
            "UPDATE access_log SET at = at + interval '1 hour' WHERE sequence = 2", "DELETE FROM access_heads", "UPDATE access_heads SET hash = sha256(hash)",
            "UPDATE access_heads SET sequence = sequence - 1", "UPDATE access_heads SET is_erased = true", "UPDATE access_heads SET start_sequence = 2",
            "INSERT INTO access_log SELECT owner_id, 1000, access_id, at, hash, body FROM access_log WHERE sequence = 1",
            "UPDATE access_log SET access_id = gen_random_uuid() WHERE sequence = 4"
        ]) func whatIsChangedIsFound(_ change: String) async throws
    {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<7 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            #expect(try await world.verifyAccesses().rows == 7)
            try await Self.tamper(world, change)
            await #expect(throws: AccessChain.Fault.self) { try await world.verifyAccesses() }
        }
    }

    /// The last rows, and the head with them: only who kept a head elsewhere sees it.
    @Test func whatIsCutOffIsFoundByAHeadOfBefore() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<5 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            let kept = try await Self.heads(world).map { KnownAccess($0) }
            _ = try await world.get("/fhir/r4/Patient", patient)
            #expect(try await world.verifyAccesses(known: kept).rows == 6)
            try await Self.tamper(
                world,
                "DELETE FROM access_log WHERE sequence > 4; UPDATE access_heads SET sequence = 4, hash = (SELECT hash FROM access_log WHERE sequence = 4)")
            #expect(try await world.verifyAccesses().rows == 4)
            await #expect(throws: AccessChain.Fault.unknownHead(patient.id, 5)) { try await world.verifyAccesses(known: kept) }
            let verify = world.verification(known: kept)
            await #expect(throws: ValidationError.self) { _ = try await VerifyAccessLogCommand.report(of: verify, pool: world.pool) }
        }
    }

    @Test func whatIsOldIsForgottenFromTheBeginning() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<5 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            world.clock.advance(100 * 86_400)
            for _ in 0..<3 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            let forget = ForgetAccesses(most: 2, retention: .seconds(50 * 86_400), now: { world.clock.now })
            var rounds = 1
            while true {
                let hasMore = try await world.pool.transaction { tx in try await forget(tx) }
                guard hasMore else { break }
                rounds += 1
            }
            #expect(rounds == 3)
            #expect(try await world.verifyAccesses().rows == 3)
            #expect(try await world.accesses(patient).count == 3)
            try await Self.tamper(world, "DELETE FROM access_log WHERE sequence = 6")
            await #expect(throws: AccessChain.Fault.missing(patient.id, 6)) { try await world.verifyAccesses() }
        }
    }

    @Test func ofWhoIsErasedTheHeadIsLeft() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<3 { _ = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#) }
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            let answers = try await together(20) { index in
                if index == 10 {
                    try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
                    return Answer(status: 0, headers: [:], body: [])
                }
                return try await world.get("/fhir/r4/Patient", patient)
            }
            #expect(answers.allSatisfy { [0, 200, 403].contains($0.status) })
            #expect(try await world.count("SELECT count(*) FROM access_log") == 0)
            let report = try await world.verifyAccesses()
            #expect(report.erased == 1 && report.rows == 0)
            #expect(try await Self.heads(world).map(\.sequence).max() ?? 0 >= 3)
        }
    }

    /// What the patient has taken back nobody reads, from the answer on that says so.
    @Test func nobodyReadsAfterAConsentIsWithdrawn() async throws {
        try await World.run(size: 12) { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            let path = "/fhir/r4/Observation/\(pulse)"
            for _ in 0..<3 {
                let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
                let withdrawn = Moment()
                let late = try await together(24) { index -> Int in
                    if index == 0 {
                        _ = try await world.get(path, provider, headers: World.of(patient))
                        #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
                        withdrawn.pass()
                        return 0
                    }
                    var late = 0
                    for _ in 0..<6 {
                        let isLate = withdrawn.isPast
                        let status = try await world.get(path, provider, headers: World.of(patient)).status
                        #expect([200, 404, 503].contains(status))
                        if isLate, status == 200 { late += 1 }
                    }
                    return late
                }
                #expect(late.reduce(0, +) == 0)
                #expect(try await world.get(path, provider, headers: World.of(patient)).status == 404)
            }
            // Nothing that was read was read behind the withdrawal in the log either.
            let log = try await world.accesses(patient)
            var isOpen = false
            for entry in log.reversed() where entry["refused"]?.flag == false {
                switch (entry["interaction"]?.string, entry["role"]?.string) {
                case ("create", "patient"): isOpen = entry["types"]?.children.contains { $0.string == "Consent" } ?? false || isOpen
                case ("delete", "patient"): isOpen = false
                case ("read", "provider"): #expect(isOpen)
                default: break
                }
            }
            _ = try await world.verifyAccesses()
        }
    }

    /// What a provider writes at the same time is written before the withdrawal, or not at all.
    @Test func nobodyWritesAfterAConsentIsWithdrawn() async throws {
        try await World.run(size: 12) { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let withdrawn = Moment()
            let late = try await together(12) { index -> Int in
                if index == 0 {
                    #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
                    withdrawn.pass()
                    return 0
                }
                var late = 0
                for _ in 0..<5 {
                    let isLate = withdrawn.isPast
                    let status = try await world.send(.POST, "/fhir/r4/Observation", provider, Examples.heartRate(), headers: World.of(patient)).status
                    #expect([201, 404, 429, 503].contains(status))
                    if isLate, status == 201 { late += 1 }
                }
                return late
            }
            #expect(late.reduce(0, +) == 0)
            let written = try await world.count("SELECT count(*) FROM records WHERE type = 'Observation'")
            #expect(try await world.count("SELECT count(*) FROM records WHERE type = 'Provenance'") == written)
        }
    }
}

/// An instant that several tasks wait to have passed.
private final class Moment: Sendable {
    private let passed = Mutex(false)

    var isPast: Bool { passed.withLock { $0 } }

    func pass() { passed.withLock { $0 = true } }
}
