import CareModels
import FHIR
import Foundation
import JSON
import Testing

@testable import RecordsService

@Suite struct ResourceTests {
    private static let at = Date(timeIntervalSince1970: 1_772_800_000.125)

    private static func stamp(_ text: String, id: String = "new-id") throws -> String {
        String(decoding: try ResourceDraft(Array(text.utf8)).stamped(id: id, version: 3, at: at), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"resourceType":"Patient"}"#, #"{"resourceType":"Patient","id":"new-id","meta":{"versionId":"3","lastUpdated":"2026-03-06T12:26:40.125Z"}}"#),
        (
            #"{ "id" : "old", "resourceType" : "Patient" }"#,
            #"{ "id" : "new-id","meta":{"versionId":"3","lastUpdated":"2026-03-06T12:26:40.125Z"}, "resourceType" : "Patient" }"#
        ),
        (
            #"{"meta":{"versionId":"9","tag":[ {"code":"a"} ],"lastUpdated":"x","source":"s"},"resourceType":"Patient","x":1.0}"#,
            #"{"meta":{"versionId":"3","lastUpdated":"2026-03-06T12:26:40.125Z","tag":[ {"code":"a"} ],"source":"s"},"resourceType":"Patient","id":"new-id","x":1.0}"#
        )
    ])
    func stampsIdAndMetaAndNothingElse(text: String, expected: String) throws { #expect(try Self.stamp(text) == expected) }

    @Test func keepsEverythingElseToTheByte() throws {
        let draft = try ResourceDraft(Array(Examples.patient.utf8))
        let stamped = try JSONDocument(draft.stamped(id: "n", version: 1, at: Self.at)).root
        let difference = stamped.difference(from: draft.value, ignoring: ["id", "meta.versionId", "meta.lastUpdated"])
        #expect(difference == nil)
        #expect(stamped["id"]?.string == "n" && stamped["meta"]?["versionId"]?.string == "1")
        let text = String(decoding: stamped.document.bytes, as: UTF8.self)
        #expect(text.contains("[1.0, 1.00, 1e2, -0.0, 12345678901234567890.123456789012345678901234567890]"))
    }

    @Test func replacesWholeReferencesOnly() throws {
        let text = #"{"resourceType":"Condition","subject":{"reference":"urn:uuid:1"},"note":[{"text":"about urn:uuid:1"}],"encounter":{"reference":"urn:uuid:2"}}"#
        let draft = try ResourceDraft(Array(text.utf8))
        let stamped = String(decoding: draft.stamped(id: "c", version: 1, at: Self.at, references: ["urn:uuid:1": "Patient/p"]), as: UTF8.self)
        #expect(stamped.contains(#""subject":{"reference":"Patient/p"}"#))
        #expect(stamped.contains("about urn:uuid:1") && stamped.contains(#""reference":"urn:uuid:2""#))
    }

    @Test(
        arguments: [
            ("[]", ResourceFault.Code.structure, nil), ("{}", .required, "resourceType"), (#"{"resourceType":7}"#, .structure, "resourceType"),
            (#"{"resourceType":"Patient","id":7}"#, .value, "id"), (#"{"resourceType":"Patient","id":"a b"}"#, .value, "id"),
            (#"{"resourceType":"Patient","meta":[1]}"#, .structure, "meta"),
            (#"{"resourceType":"Patient","name":[{"family":null}]}"#, .value, "name[0].family"),
            (#"{"resourceType":"Patient","name":[]}"#, .value, "name"), (#"{"resourceType":"Patient","name":[{"given":["a",""]}]}"#, .value, "name[0].given[1]"),
            (#"{"resourceType":"Patient","contact":[{"name":{}}]}"#, .value, "contact[0].name"),
            (#"{"resourceType":"Patient","name":[{"family":"a","family":"b"}]}"#, .structure, "name[0].family"),
            (#"{"resourceType":"Patient","name":[{"family":"a}]}"#, .structure, "name[0].family")
        ] as [(String, ResourceFault.Code, String?)])
    func refusesAndNamesThePath(text: String, code: ResourceFault.Code, path: String?) throws {
        do {
            _ = try ResourceDraft(Array(text.utf8))
            Issue.record("it was accepted")
        } catch let error as ResourceFault {
            #expect(error.code == code && error.path == path)
        }
    }

    @Test func nullsInListsOfPrimitivesAreKept() throws {
        let text = #"{"resourceType":"Patient","name":[{"given":["a",null],"_given":[null,{"id":"x"}]}]}"#
        #expect(try Self.stamp(text).contains(#""given":["a",null],"_given":[null,{"id":"x"}]"#))
    }

    // MARK: Measurements

    @Test func readsARestingHeartRate() throws {
        let observed = try #require(ObservedValue(try ResourceDraft(Array(Examples.heartRate().utf8))))
        #expect(observed.code == .restingHeartRate && observed.value == 62.5 && observed.unit == "/min")
        #expect(RFC3339.format(observed.effectiveAt) == "2026-03-06T17:10:00Z")
    }

    @Test(arguments: [
        Examples.heartRate(status: "preliminary"), Examples.heartRate(status: "entered-in-error"), Examples.heartRate(code: "8867-4"),
        Examples.heartRate(at: "2026-03-06"), Examples.heartRate(at: "2026-03"), Examples.heartRate("\"62\""), Examples.heartRate("1e999"),
        Examples.heartRate().replacingOccurrences(of: "\"value\":62.50", with: "\"comparator\":\"<\",\"value\":62.50"),
        Examples.heartRate().replacingOccurrences(of: "\"code\":\"/min\"", with: "\"code\":\"/h\""),
        Examples.heartRate().replacingOccurrences(of: "\"resourceType\":\"Observation\"", with: "\"resourceType\":\"Basic\""),
        Examples.heartRate().replacingOccurrences(of: "http://loinc.org", with: "http://other.org")
    ])
    func otherMeasurementsStay(text: String) throws { #expect(ObservedValue(try ResourceDraft(Array(text.utf8))) == nil) }

    @Test func theDataTypesOfTheReleases() {
        #expect(FHIRRelease.r4.hasType("ServiceRequest") && !FHIRRelease.stu3.hasType("ServiceRequest"))
        #expect(FHIRRelease.stu3.hasType("ProcedureRequest") && !FHIRRelease.r4.hasType("ProcedureRequest"))
        #expect(FHIRRelease.r4.types.count == 146 && FHIRRelease.stu3.types.count == 117)
    }
}
