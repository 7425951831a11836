import CareModels
import FHIR
import Foundation
import ServiceTestKit
import Testing

@testable import RecordsService

/// What is asked of the log, and what that costs.
@Suite(.timeLimit(.minutes(5))) struct AccessSearchTests {
    private static let base = "http://care.test/fhir/r4"
    private static let owner = UserID(.v7())

    private static func event(things: [String]) -> AccessEvent {
        AccessEvent(
            at: Date(timeIntervalSince1970: 0), action: .read, interaction: "read", role: .service, client: "machine", purpose: .treatment, request: "r",
            things: things.map { AccessEvent.Thing(action: .read, type: "Observation", id: $0) })
    }

    private static let cases: [(String, String, Bool)] = [
        ("entity", "Observation/a", true), ("entity", "a", true), ("entity", "b,a", true), ("entity", "Observation/a/_history/3", true),
        ("entity", "http://care.test/fhir/r4/Observation/a", true), ("entity", "Patient/\(owner)", true), ("entity", "\(owner)", true),
        ("entity", "Condition/a", false), ("entity", "Observation/a/3", false), ("entity", "Observation/a/_history", false), ("entity", "bservation/a", false),
        ("agent", "Device/machine", true), ("agent", "machine", true), ("agent", "Patient/machine", false),
        ("action", "R", true), ("action", "http://hl7.org/fhir/audit-event-action|R", true), ("action", "http://hl7.org/fhir/audit-event-action|", true),
        ("action", "|R", false), ("action", "urn:x|R", false), ("action", "C,D", false),
        ("subtype", "http://hl7.org/fhir/restful-interaction|read", true), ("subtype", "vread", false),
        ("type", "rest", true), ("type", "http://terminology.hl7.org/CodeSystem/audit-event-type|rest", true),
        ("type", "http://hl7.org/fhir/audit-event-type|", true), ("type", "urn:x|rest", false), ("outcome", "0", true), ("outcome", "4,8", false),
        ("patient", "\(owner)", true), ("patient", "Patient/x", false)
    ]

    @Test(arguments: cases) func whatHolds(_ parameter: String, _ values: String, _ holds: Bool) throws {
        var (search, looks) = (AccessSearch(), 0)
        try search.add(parameter, values, base: Self.base)
        #expect(search.holds(of: Self.event(things: ["x", "a"]), in: Self.owner, &looks) == holds)
    }

    @Test(arguments: [
        ("ne1970-01-01", false), ("ne1970-01-02", true), ("1970-01-02,1970-01-01", true), ("1970-01-02,gt1970-01-01", false), ("1970-01-01T00:00Z", true),
        ("1970-01-01T00:01Z", false), ("ap1970-01-01", true), ("ap1970-01-05", false), ("lt1970-01-01T00:01Z,ge1971", true)
    ])
    func whenItWas(_ value: String, _ holds: Bool) throws {
        let parser = SearchParser(.r4, base: Self.base, now: Date(timeIntervalSince1970: 400_000))
        guard case .updated(let times) = try parser.condition("_lastUpdated", value, of: "AuditEvent") else {
            Issue.record("it is no time")
            return
        }
        var (search, looks) = (AccessSearch(), 0)
        try search.add(times: times)
        #expect(!search.isAnything)
        #expect(search.holds(of: Self.event(things: []), in: Self.owner, &looks) == holds)
        #expect(looks == times.count)
        // All of several hold.
        if case .updated(let never) = try parser.condition("_lastUpdated", "1999,2000", of: "AuditEvent") { try search.add(times: never) }
        #expect(!search.holds(of: Self.event(things: []), in: Self.owner, &looks))
    }

    /// However many values are asked for, each thing of an event is looked up once for a parameter.
    @Test func manyValuesCostNoMoreThanOne() throws {
        let event = Self.event(things: (0..<500).map { "thing-\($0)" })
        func looks(values: Int) throws -> Int {
            var (search, looks) = (AccessSearch(), 0)
            let wanted = (1..<values).map { "absent-\($0)" } + ["Observation/thing-499"]
            for _ in 0..<AccessSearch.mostParameters { try search.add("entity", wanted.joined(separator: ","), base: Self.base) }
            #expect(search.holds(of: event, in: Self.owner, &looks))
            return looks
        }
        #expect(try looks(values: 1) == AccessSearch.mostParameters * 501)
        #expect(try looks(values: AccessSearch.mostValues) == AccessSearch.mostParameters * 501)
    }

    /// What the platform notes is in the words of the release's own code systems.
    @Test(arguments: FHIRRelease.allCases) func wordsAreOfTheRelease(release: FHIRRelease) {
        let event = Self.event(things: [])
        let noted = NotedAccess(id: NotedID(sequence: 1, index: 0), event: event)
        let audit = String(decoding: AuditEventView(noted: noted, owner: Self.owner, release: release).bytes, as: UTF8.self)
        let targets = [AccessEvent.Thing(action: .create, type: "Observation", id: "a")]
        let attestation = Attestation(targets: targets, by: event, standing: .owner, of: Self.owner, at: event.at, release)
        let provenance = String(decoding: attestation.bytes, as: UTF8.self)
        let isR4 = release == .r4
        #expect(audit.contains(isR4 ? "http://terminology.hl7.org/CodeSystem/audit-event-type" : "http://hl7.org/fhir/audit-event-type"))
        for text in [audit, provenance] {
            #expect(text.contains(isR4 ? "http://terminology.hl7.org/CodeSystem/v3-ActReason" : "http://hl7.org/fhir/v3/ActReason"))
            #expect(text.contains("http://terminology.hl7.org/") == isR4)
        }
        #expect(provenance.contains(isR4 ? "http://terminology.hl7.org/CodeSystem/v3-DataOperation" : "http://hl7.org/fhir/v3/DataOperation"))
    }

    @Test func soMuchMayBeAsked() throws {
        var search = AccessSearch()
        #expect(throws: AccessSearch.SearchRefusal.self) {
            try search.add("entity", Array(repeating: "a", count: AccessSearch.mostValues + 1).joined(separator: ","), base: Self.base)
        }
        for _ in 0..<AccessSearch.mostParameters { try search.add("entity", "a", base: Self.base) }
        #expect(throws: AccessSearch.SearchRefusal.self) { try search.add("entity", "a", base: Self.base) }
    }

    /// A page ends behind so many looks, and the next one goes on.
    @Test func pagesGoOn() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            for _ in 0..<5 { #expect(try await world.get("/fhir/r4/Observation/\(pulse)", patient).status == 200) }
            var search = AccessSearch()
            try search.add("subtype", "read", base: Self.base)
            let asked = search
            var (place, found, pages): (NotedID?, Set<String>, Int) = (nil, [], 0)
            // However little is read at once, all of them are there.
            let whole = try #require(
                try await world.pool.read(of: patient.id, world.dependencies.keys) { key, connection in
                    try await connection.notedAccesses(of: patient.id, in: TimeRange(), after: nil, limit: 50, key, mostBytes: 0)
                })
            #expect(whole.events.count(where: { $0.event.interaction == "read" }) == 5 && !whole.hasMore)
            try await world.pool.withConnection { connection in
                let (rows, isMore) = try await connection.accesses(of: patient.id, upTo: nil, from: nil, until: nil, limit: 50, bytes: 0)
                #expect(rows.count == 1 && isMore)
                #expect(try await connection.accesses(of: patient.id, behind: 0, limit: 50, bytes: 0).count == 1)
            }
            repeat {
                let behind = place
                let page = try #require(
                    try await world.pool.read(of: patient.id, world.dependencies.keys) { key, connection in
                        try await connection.notedAccesses(of: patient.id, in: TimeRange(), after: behind, limit: 50, key, where: asked, mostLooks: 1)
                    })
                found.formUnion(page.events.map(\.id.description))
                pages += 1
                place = page.next
            } while place != nil && pages < 100
            #expect(found.count == 5 && pages >= 5, "\(found) on \(pages) pages")
        }
    }
}
