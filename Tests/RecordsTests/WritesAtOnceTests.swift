import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import Synchronization
import Testing

@testable import RecordsService

/// One person's writes that come together, of which some are made in one commit and begin beside the commit before theirs: what each is told is what was stored.
@Suite(.timeLimit(.minutes(5))) struct WritesAtOnceTests {
    /// Of all that was answered so far.
    private final class Answers: Sendable {
        private let number = Atomic<Int>(0)

        var count: Int { number.load(ordering: .sequentiallyConsistent) }
        func add() { number.add(1, ordering: .sequentiallyConsistent) }
    }

    private static func body(_ id: String, _ language: String) -> String { #"{"resourceType":"Patient","id":"\#(id)","language":"\#(language)"}"# }

    /// Every version has its event and its bytes, and every row of the log its place.
    private func check(_ world: World, _ patient: World.Person) async throws {
        let holes = """
            (SELECT r.record_id FROM records r JOIN record_versions v USING (record_id) GROUP BY r.record_id, r.version
             HAVING r.version <> count(*) OR r.version <> max(v.version))
            """
        #expect(try await world.count("SELECT count(*) FROM \(unescaped: holes) AS holes") == 0)
        let unlike = """
            (SELECT record_id AS subject, version FROM record_versions EXCEPT ALL SELECT subject, version FROM outbox WHERE topic = 'care.records.v1')
            UNION ALL (SELECT subject, version FROM outbox WHERE topic = 'care.records.v1' EXCEPT ALL SELECT record_id, version FROM record_versions)
            """
        #expect(try await world.count("SELECT count(*) FROM (\(unescaped: unlike)) AS unlike") == 0)
        // Positions rise with the versions.
        let disordered = """
            SELECT version < lag(version) OVER (PARTITION BY subject ORDER BY position) AS is_behind FROM outbox WHERE topic = 'care.records.v1'
            """
        #expect(try await world.count("SELECT count(*) FROM (\(unescaped: disordered)) AS places WHERE is_behind") == 0)
        let stored = try await world.count(
            """
            SELECT (SELECT sum(octet_length(v.body) + 256) FROM record_versions v WHERE v.body IS NOT NULL) + (SELECT coalesce(sum(octet_length(head)), 0) FROM records)
            """)
        #expect(try await world.count("SELECT bytes FROM record_storage WHERE owner_id = \(patient.id)") == stored)
        #expect(try await world.count("SELECT count(*) - count(DISTINCT change) FROM records") == 0)
        let report = try await world.verifyAccesses()
        #expect(report.persons == 1)
    }

    /// What the person's log says was written.
    private func noted(_ world: World, _ patient: World.Person) async throws -> [String] {
        let key = try #require(try await world.pool.withConnection { try await world.dependencies.keys.forReading(patient.id, $0) })
        let rows = try await world.pool.withConnection { try await $0.accesses(of: patient.id, behind: 0, limit: 10_000) }
        let events = try rows.flatMap { try $0.row.opened(key) }.filter { $0.status < 400 }
        return events.flatMap(\.things).compactMap { thing in thing.version.map { "\(thing.id ?? "") \($0)" } }
    }

    /// Sixteen, each of whom writes one after the other: some of it cannot be made, by what is there or by the commit alone.
    @Test func eachOfSixteenWritersHearsOfItsOwn() async throws {
        var quota = StorageQuota()
        quota.limitWhenNew = 100_000
        try await World.run(quota: quota) { world in
            let patient = try world.patient()
            // Half of what they may have; and what is small enough to be made with others, and too large for the rest.
            let (half, long) = (String(repeating: "a", count: 45_000), String(repeating: "a", count: 60_000))
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/half", patient, Self.body("half", half)).status == 201)
            let written = try await together(16) { writer -> [String] in
                var (version, written): (Int, [String]) = (0, [])
                let id = "w\(writer)"
                for round in 0..<8 {
                    let (body, path) = (Self.body(id, "l\(round)"), "/fhir/r4/Patient/\(id)")
                    switch (writer + round) % 4 {
                    case 0:
                        // Of its own record nobody else makes a version.
                        let headers: HTTPHeaders = version == 0 ? ["If-None-Match": "*"] : ["If-Match": "W/\"\(version)\""]
                        let answer = try await world.send(.PUT, path, patient, body, headers: headers)
                        #expect(answer.status == (version == 0 ? 201 : 200) && answer.tag == "W/\"\(version + 1)\"")
                        version += 1
                        written.append("\(id) \(version)")
                    case 1:
                        let answer = try await world.send(.PUT, path, patient, body, headers: ["If-Match": "W/\"\(version + 7)\""])
                        #expect(answer.status == 412)
                    case 2:
                        let answer = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#)
                        #expect(answer.status == 201 && answer.tag == "W/\"1\"")
                        written.append("\(answer.id) 1")
                    default:
                        // More than they may have, which the commit finds.
                        #expect(try await world.send(.PUT, path, patient, Self.body(id, long)).status == 409)
                    }
                }
                // And what all of them write.
                let answer = try await world.send(.PUT, "/fhir/r4/Patient/all", patient, Self.body("all", id))
                #expect([200, 201].contains(answer.status))
                let tag = try #require(answer.tag)
                written.append("all \(tag.dropFirst(3).dropLast())")
                return written
            }
            let all = ["half 1"] + written.flatMap { $0 }
            #expect(all.count == 1 + 16 * 5 && Set(all).count == all.count)
            #expect(try await noted(world, patient).sorted() == all.sorted())
            #expect(try await world.count("SELECT count(*) FROM record_versions") == all.count)
            try await check(world, patient)
        }
    }

    /// Several updates in one commit, of which two are of one record, and one makes its own.
    @Test func eachUpdateOfACommitFindsWhatThoseBeforeItMade() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for id in ["a", "b"] { #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, Self.body(id, "en")).status == 201) }
            let permissions = RecordPermissions(scopes: ["records:write"], role: .patient, isForRecord: true, standing: .owner)
            let access = RecordAccess(owner: patient.id, permissions: permissions)
            let writes = try ["a", "b", "a", "c", "c", "a"].map { id in
                let content = RecordContent(body: .resource(try ResourceDraft(Array(Self.body(id, "fr").utf8)), references: [:]))
                let action = GroupedWrite.Action.update(id: id, within: .everything, if: Precondition())
                return try #require(GroupedWrite(action, content, in: .resources("Patient", .r4, patient.id), size: 100, by: access))
            }
            let writing = world.dependencies.writing
            let written = try await world.pool.transaction { tx in try await writing(writes, of: patient.id, tx) }
            #expect(written.map { "\($0.id) \($0.version)" } == ["a 2", "b 2", "a 3", "c 1", "c 2", "a 4"])
            #expect(try await noted(world, patient).sorted() == ["a 1", "a 2", "a 3", "a 4", "b 1", "b 2", "c 1", "c 2"])
            try await check(world, patient)
        }
    }

    /// The commit waits while its backend is killed: nobody was answered before, whatever was to be in it is not there, and what had begun beside it is made of what was
    /// there before.
    @Test func whatBeganBesideACommitThatIsLostIsMadeWithoutIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let path = "/fhir/r4/Patient/p"
            #expect(try await world.send(.PUT, path, patient, Self.body("p", "first")).status == 201)
            try await world.pool.withConnection { connection in
                try await connection.script(
                    """
                    CREATE TABLE slow_commits (why text);
                    INSERT INTO slow_commits VALUES ('of this test');
                    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN IF EXISTS (SELECT FROM slow_commits) THEN PERFORM pg_sleep(60); END IF; RETURN NULL; END $$;
                    CREATE CONSTRAINT TRIGGER slow AFTER UPDATE ON records DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION slow();
                    """)
            }
            let answers = Answers()
            @Sendable func put(_ language: String) async throws -> Answer {
                let answer = try await world.send(.PUT, path, patient, Self.body("p", language))
                answers.add()
                return answer
            }
            let sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND"
            async let lost = put("lost")
            try await wait { try await world.count("\(unescaped: sessions) query = 'COMMIT' AND state = 'active'") == 1 }
            async let others = together(8) { try await put("other-\($0)") }
            // The next one is there, and waits for the person's lock alone.
            try await wait { try await world.count("\(unescaped: sessions) wait_event_type = 'Lock'") == 1 }
            try await wait { world.dependencies.groups.waiting(of: patient.id) == 7 }
            #expect(answers.count == 0)
            try await world.pool.withConnection { connection in
                try await connection.execute("DELETE FROM slow_commits")
                let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query = 'COMMIT' AND state = 'active'"
                #expect(try await connection.query("\(unescaped: kill)").count == 1)
            }
            #expect(try await lost.status >= 500)
            let made = try await others
            #expect(made.allSatisfy { $0.status == 200 })
            #expect(Set(made.compactMap(\.tag)) == Set((2...9).map { "W/\"\($0)\"" }))
            #expect(try await noted(world, patient).sorted() == (1...9).map { "p \($0)" })
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 9)
            for version in 1...9 {
                let body = try await world.get("\(path)/_history/\(version)", patient)
                #expect(try body.status == 200 && body.json["language"]?.string != "lost")
            }
            try await check(world, patient)
        }
    }

    private func wait(_ condition: () async throws -> Bool, at location: SourceLocation = #_sourceLocation) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !condition() {
            guard ContinuousClock.now < deadline else {
                Issue.record("did not come to pass", sourceLocation: location)
                throw CancellationError()
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
