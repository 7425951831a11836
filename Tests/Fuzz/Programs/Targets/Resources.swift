import CareModels
import Foundation

@testable import JSON
@testable import RecordsService

extension FuzzTarget {
    /// FHIR resources and bundles: stamped, a resource is what it was but for its id and its meta.
    static let fhir = FuzzTarget("fhir", longest: 4096) { input in
        if let bundle = try? BatchBundle(input, most: mostEntries) {
            expect(bundle.entries.count <= mostEntries, "\(bundle.entries.count) entries")
            for case .success(let entry) in bundle.entries {
                expect(!entry.type.isEmpty, "an entry about nothing")
                if let resource = entry.resource, let draft = try? ResourceDraft(resource) { check(draft) }
            }
        }
        if let draft = try? ResourceDraft(input) {
            check(draft)
            if let observed = ObservedValue(draft, of: Set(ObservedCode.allCases)) {
                let numbers = (observed.measurement.value.map { [$0] } ?? []) + (observed.measurement.components ?? []).map(\.value)
                expect(!numbers.isEmpty && numbers.allSatisfy(\.isFinite), "a measurement of \(numbers)")
                expect(observed.effectiveUntil.map { $0 >= observed.effectiveAt } ?? true, "a period that ends before it began")
            }
        }
        if let document = try? JSONDocument(input), let envelope = try? SealedEnvelope(document.root) {
            let count = envelope.recipients.count
            expect((1...SealedEnvelope.mostRecipients).contains(count) && Set(envelope.recipients).count == count, "an envelope for \(count)")
            expect((try? envelope.checkFollows(envelope)) != nil, "an envelope does not follow itself")
        }
    }

    /// As few as an input has place for.
    private static let mostEntries = 8

    private static func check(_ draft: ResourceDraft) {
        let instant = Date(timeIntervalSince1970: 1_772_980_200)
        let (stamped, after): ([UInt8], ResourceDraft)
        do {
            stamped = try draft.stamped(id: "the-id", version: 7, at: instant, references: ["urn:uuid:1": "Patient/\"2"])
            after = try ResourceDraft(stamped)
        } catch {
            fatalError("stamped it is no resource: \(error)")
        }
        expect(after.id == "the-id" && after.type == draft.type, "stamped it is \(after.type)/\(after.id ?? "")")
        expect(after.value["meta"]?["versionId"]?.string == "7", "stamped it has version \(after.value["meta"]?["versionId"]?.string ?? "none")")
        expect(after.value["meta"]?["lastUpdated"]?.string == RFC3339.format(instant), "stamped at another time")
        let kept = draft.value.children.filter { !$0.isNamed("id") && !$0.isNamed("meta") }
        let found = after.value.children.filter { !$0.isNamed("id") && !$0.isNamed("meta") }
        expect(kept.count == found.count, "stamped it has \(found.count) members, not \(kept.count)")
        for (one, other) in zip(kept, found) where !one.bytes.elementsEqual("\"urn:uuid:1\"".utf8) && one.kind != .object && one.kind != .array {
            expect(one.memberBytes.elementsEqual(other.memberBytes) || one.string == "urn:uuid:1", "stamped a member is another")
        }
        expect((try? after.stamped(id: "the-id", version: 7, at: instant)) == stamped, "stamped again it is another")
    }
}
