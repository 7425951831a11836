import CareModels
import CareService
import Foundation
import HTTP
@testable import Outbox
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import CareClient
@testable import RecordsService

/// A person keeps a record with the client as it is: what the real Records answers is read, and what is written it takes.
@Suite(.timeLimit(.minutes(3))) struct RecordsStory {
    static let scope = "records:read records:write"

    static func run(_ body: @Sendable (CareClient) async throws -> Void) async throws {
        try await withDevices(1) { devices in try await devices[0].run(scope: scope, body) }
    }

    /// One person's.
    static func withDevices(_ count: Int, _ body: @Sendable ([StoryWorld.Person]) async throws -> Void) async throws {
        let clock = TestClock.running()
        let masters = MasterKeys(current: [UInt8](repeating: 42, count: 32))
        try await ServiceWorld<Dependencies>.run(
            TestKit.schema(migrations), clock, size: 10, contentType: "application/fhir+json",
            dependencies: {
                Dependencies(
                    pool: $0, keys: PersonKeys(masters), eventSeal: EventSeal(masters), base: "http://care.test", quota: StorageQuota(), validation: .enforce,
                    turns: RecordsSettings.turns(patience: .seconds(60)), now: { clock.now })
            }, routes: routes
        ) { world in
            let id = UserID(.v7())
            let devices = (0..<count).map { _ in StoryWorld.Person(id: id, role: .patient, port: world.server.port) }
            defer { for device in devices { device.forget() } }
            try await body(devices)
        }
    }

    private static func pulse(_ value: String, status: String = "final") throws -> FhirResource {
        try FhirResource(
            json: Data(
                #"{"resourceType":"Observation","status":"\#(status)","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},"valueQuantity":{"value":\#(value),"unit":"/min"}}"#
                    .utf8))
    }

    /// Made as values: what Records' validation takes, and gives back as it was.
    @Test func typedResourcesAreTakenAndReadBack() async throws {
        try await Self.run { care in
            let heartRate = Health.HeartRate(62.3, at: Date(timeIntervalSince1970: 1_773_057_600))
            for release in [FhirRelease.r4, .stu3] {
                let records = care.records.in(release)
                let pulse = try await records.create(FhirResource(Fhir.Observation(heartRate)))
                #expect(try await records.fetch("Observation", pulse.id).resource.decode(Fhir.Observation.self).heartRate == heartRate)
                let patient = try await records.create(FhirResource(Fhir.Patient(name: [Fhir.HumanName(family: "Tremblay", given: ["Jo"])], gender: "female")))
                #expect(try await records.fetch("Patient", patient.id).resource.decode(Fhir.Patient.self).gender == "female")
                let file = try await records.upload(Data("%PDF-1.4\n".utf8), contentType: "application/pdf")
                var document = Fhir.DocumentReference([Fhir.Attachment(file)], type: Fhir.CodeableConcept(text: "Scan"))
                if release == .stu3 { document.indexed = "2026-03-09T12:00:00Z" }
                let kept = try await records.create(FhirResource(document))
                #expect(try kept.resource.decode(Fhir.DocumentReference.self).content.map(\.attachment.url) == [file.address])
            }
        }
    }

    @Test func theyKeepFindAndChangeWhatTheyMeasured() async throws {
        try await Self.run { care in
            let search = FhirSearch("Observation").where("code", "8867-4")
            let first = try await care.records.create(Self.pulse("62.50"), annotations: ["Morning", "at home"])
            #expect(first.version == 1 && first.annotations == ["at home", "morning"])
            let many = try await care.records.create([Self.pulse("64.0"), FhirResource(json: Data(#"{"resourceType":"Observation"}"#.utf8))])
            #expect(many.succeeded.count == 1 && many.failed.count == 1)

            let found = try await care.records.search(search).current()
            #expect(found.items.map(\.id) == [many.succeeded[0].id, first.id] && found.items[1].annotations == first.annotations)
            #expect(try await care.records.count(search.annotated("morning")) == 1)

            let changed = try await care.records.update(first, to: Self.pulse("62.50", status: "amended"))
            #expect(changed.version == 2 && changed.annotations == first.annotations)
            do {
                _ = try await care.records.update(first, to: Self.pulse("1"))
                Issue.record("it was taken")
            } catch CareError.refused(let problem) { #expect(problem.name == "conflict" && problem.status == 412) }
            let both = try await care.records.fetch("Observation", [first.id, "nobody"])
            #expect(both.succeeded.map(\.version) == [2] && both.failed.map(\.given) == ["nobody"])
            try await care.records.delete("Observation", first.id)
            #expect(try await care.records.search(search).current().items.map(\.id) == [many.succeeded[0].id])
        }
    }

    /// Measured where there is no network.
    @Test func whatWasAddedWithoutANetworkIsStoredOnce() async throws {
        try await Self.withDevices(1) { devices in
            try await devices[0].run(at: 1, scope: Self.scope) { care in
                for value in 60..<65 { try await care.records.add(Self.pulse("\(value)"), annotations: ["train"]) }
                try await care.records.add(FhirResource(json: Data(#"{"resourceType":"Observation"}"#.utf8)))
                #expect(try await first(care.records.added()) { $0.data.count == 6 }.data.allSatisfy { $0.delivery != .sent })
            }
            try await devices[0].run(scope: Self.scope) { care in
                let left = try await first(care.records.added()) { added in
                    guard added.data.count == 1, case .failed = added.data[0].delivery else { return false }
                    return true
                }
                #expect(try await care.records.cancel(left.data[0]))
                #expect(try await care.records.count(FhirSearch("Observation").annotated("train")) == 5)
                #expect(try await care.records.count(FhirSearch("Observation")) == 5)
            }
        }
    }

    /// An attempt of longer ago than the server knows its key has stored one of them.
    @Test func whatWasStoredLongAgoIsNotStoredAgain() async throws {
        try await Self.run { care in
            let stored = try await care.records.create(Self.pulse("61"), annotations: ["Train"])
            for value in ["61", "62"] {
                let (id, kept) = (UUID.v7(), Records.Kept(resource: try Self.pulse(value), annotations: ["Train"]))
                let call = Records.creating(.r4, kept.resource, kept.annotations, key: id)
                let item = OutboxItem(id: id, call: call, shown: try Wire.encode(kept), createdAt: Date() - 25 * 3600)
                try await care.records.core.outbox.add(item, lane: care.records.lane, about: id.lowercaseText)
            }
            _ = try await first(care.records.added()) { $0.data.isEmpty }
            let found = try await care.records.search(FhirSearch("Observation")).current().items
            #expect(found.count == 2 && found.contains { $0.id == stored.id && $0.version == 1 })
        }
    }

    /// More than a page, brought part by part.
    @Test func aLongListGoesOnWhereItEnded() async throws {
        try await Self.run { care in
            let all = try await care.records.create((1...120).map { try Self.pulse("\($0)") }).succeeded.map(\.id)
            #expect(all.count == 120)
            for try await found in care.records.search(FhirSearch("Observation")) where found.refreshingState == .refreshed {
                guard let more = found.data.loadMore else {
                    let shown = found.data.items.map(\.id)
                    // As the server has them: those of one millisecond by their ids.
                    #expect(Set(shown) == Set(all) && shown == all.sorted(by: >))
                    break
                }
                try await more()
            }
        }
    }
}

extension RecordsStory {
    /// A scan goes up in parts, is named by a document, and comes back as it was.
    @Test func aScanIsKeptAndReadAgain() async throws {
        try await Self.run { care in
            let bytes = Data("%PDF-1.7\n".utf8) + Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })
            let file = try await care.records.upload(bytes, contentType: "application/pdf")
            #expect(file.size == bytes.count && file.contentType == "application/pdf")
            let document = try FhirResource(
                json: Data(
                    #"{"resourceType":"DocumentReference","status":"current","content":[{"attachment":{"contentType":"application/pdf","url":"\#(file.address)","size":\#(file.size),"hash":"\#(file.hash ?? "")"}}]}"#
                        .utf8))
            let kept = try await care.records.create(document)
            #expect(try await care.records.fetch("DocumentReference", kept.id).version == 1)
            #expect(try await care.records.download(file.id, hash: file.hash) == bytes)
            await #expect(throws: CareError.damagedFile) { try await care.records.download(file.id, hash: "AAAA") }
        }
    }

    /// What one device seals another opens; who lost them all has it on paper.
    @Test func whatIsSealedIsForTheirDevicesAlone() async throws {
        try await Self.withDevices(3) { devices in
            let (phone, tablet, new) = (devices[0], devices[1], devices[2])
            let text = Data(#"{"mood":"better than yesterday"}"#.utf8)
            let (id, paper) = try await phone.run(scope: Self.scope) { care in
                try await care.appData.sealed.enrol("Phone")
                let paper = try await care.appData.sealed.makePrintedKey(named: "Paper")
                return (try await care.appData.sealed.create(text, annotations: ["diary"]).id, paper)
            }
            try await tablet.run(scope: Self.scope) { care in
                await #expect(throws: CareError.sealed(.notForThisDevice)) { try await care.appData.sealed.open(id) }
                try await care.appData.sealed.enrol("Tablet")
            }
            try await phone.run(scope: Self.scope) { care in
                let keys = try await care.appData.sealed.keys()
                #expect(Set(keys.compactMap(\.name)) == ["Phone", "Paper", "Tablet"])
                #expect(Set(keys.filter(\.isTrusted).compactMap(\.name)) == ["Phone", "Paper"])
                let opened = try await care.appData.sealed.open(id)
                _ = try await care.appData.sealed.share(opened, with: keys.compactMap(\.key))
            }
            try await tablet.run(scope: Self.scope) { care in
                let opened = try await care.appData.sealed.open(id)
                #expect(opened.content == text && opened.revision == 1)
                // The person has compared the thumbprints of the paper's key, and not of the phone's.
                for key in try await care.appData.sealed.keys() where key.name == "Paper" { try care.appData.sealed.trust(key) }
                _ = try await care.appData.sealed.update(opened, to: Data("{}".utf8))
                #expect(try await care.appData.records(annotated: ["diary"]).current().items.map(\.id) == [id])
            }
            try await phone.run(scope: Self.scope) { care in
                await #expect(throws: CareError.sealed(.notForThisDevice)) { try await care.appData.sealed.open(id) }
            }
            try await new.run(scope: Self.scope) { care in
                #expect(try care.appData.sealed.restore(printed: "AAAA") == false)
                #expect(try care.appData.sealed.restore(printed: paper))
                let opened = try await care.appData.sealed.open(id)
                #expect(opened.content == Data("{}".utf8) && opened.revision == 2)
            }
        }
    }

    /// Who has begun anew with what is on paper needs it no longer then.
    @Test func aDeviceThatWasRestoredHasAKeyOfItsOwn() async throws {
        try await Self.withDevices(2) { devices in
            let (id, paper) = try await devices[0].run(scope: Self.scope) { care in
                try await care.appData.sealed.enrol("Phone")
                let paper = try await care.appData.sealed.makePrintedKey(named: "Paper")
                return (try await care.appData.sealed.create(Data("a".utf8)).id, paper)
            }
            try await devices[1].run(scope: Self.scope) { care in
                let sealed = care.appData.sealed
                #expect(try sealed.restore(printed: paper))
                let own = try await sealed.enrol("New")
                let keys = try await sealed.keys()
                #expect(Set(keys.filter(\.isTrusted).compactMap(\.name)) == ["Paper", "New"])
                let printed = try #require(keys.first { $0.name == "Paper" })
                try await sealed.retire(printed)
                let made = try await sealed.create(Data("b".utf8))
                #expect(made.envelope.recipients.map(\.key) == [own.thumbprint])
                #expect(try await sealed.open(id).content == Data("a".utf8))
                // Its own is retired as well, by mistake.
                try await sealed.retire(own)
                await #expect(throws: CareError.sealed(.notForThisDevice)) { try await sealed.create(Data("c".utf8)) }
                let next = try await sealed.enrol("New again")
                #expect(try await sealed.create(Data("c".utf8)).envelope.recipients.map(\.key) == [next.thumbprint])
                #expect(try await sealed.open(made.id).content == Data("b".utf8))
            }
        }
    }

    /// The server brings back what it was before.
    @Test func anOlderStateIsFoundOut() async throws {
        try await Self.withDevices(1) { devices in
            try await devices[0].run(scope: Self.scope) { care in
                try await care.appData.sealed.enrol()
                let first = try await care.appData.sealed.create(Data("a".utf8))
                let core = care.appData.core
                try await core.cache.edit { try $0.setMark("sealed/\(first.envelope.objectId)", Data("2".utf8)) }
                await #expect(throws: CareError.sealed(.older)) { try await care.appData.sealed.open(first.id) }
            }
        }
    }
}
