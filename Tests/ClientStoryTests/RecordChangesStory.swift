import Foundation
import Testing

@testable import CareClient

/// A person changes and deletes what they have measured where there is no network, with the client as it is against the real Records.
@Suite(.timeLimit(.minutes(3))) struct RecordChangesStory {
    private static func pulse(_ value: Int) throws -> FhirResource {
        try FhirResource(
            json: Data(
                #"{"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"8867-4"}]},"valueQuantity":{"value":\#(value),"unit":"/min"}}"#
                    .utf8))
    }

    @Test func whatIsChangedWithoutANetworkEndsRightAndAConflictIsTold() async throws {
        try await RecordsStory.withDevices(2) { devices in
            let (phone, tablet) = (devices[0], devices[1])
            let record = try await phone.run(scope: RecordsStory.scope) { try await $0.records.create(Self.pulse(60), annotations: ["train"]) }
            try await phone.run(at: 1, scope: RecordsStory.scope) { care in
                let added = try await care.records.add(Self.pulse(61))
                try await care.records.change(added, .update(Self.pulse(62), annotations: ["Home"]))
                let wrong = try await care.records.add(Self.pulse(63))
                try await care.records.change(wrong, .update(Self.pulse(64)))
                try await care.records.change(wrong, .delete)
                try await care.records.change(record, .update(Self.pulse(65)))
            }
            try await tablet.run(scope: RecordsStory.scope) { _ = try await $0.records.update(record, to: Self.pulse(70)) }
            try await phone.run(scope: RecordsStory.scope) { care in
                let left = try await first(care.records.changes()) { changes in
                    guard changes.data.count == 1, case .failed = changes.data[0].delivery else { return false }
                    return true
                }.data[0]
                guard case .failed(.refused(let problem)) = left.delivery else {
                    Issue.record("\(left)")
                    return
                }
                #expect(problem.name == "conflict" && problem.status == 412 && left.recordID == record.id)
                let found = try await care.records.search(FhirSearch("Observation")).current().items
                #expect(found.count == 2 && found.filter { $0.annotations == ["home"] }.map(\.version) == [2])
                try await care.records.retry(left, over: care.records.fetch("Observation", record.id))
                _ = try await first(care.records.changes()) { $0.data.isEmpty }
                let now = try await care.records.fetch("Observation", record.id)
                #expect(now.version == 3 && now.annotations == ["train"] && String(decoding: now.resource.json, as: UTF8.self).contains("\"value\":65"))
            }
        }
    }
}
