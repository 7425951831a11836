import CareModels
import CareService
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
        let stamped = try JSONDocument(try draft.stamped(id: "n", version: 1, at: Self.at)).root
        let difference = stamped.difference(from: draft.value, ignoring: ["id", "meta.versionId", "meta.lastUpdated"])
        #expect(difference == nil)
        #expect(stamped["id"]?.string == "n" && stamped["meta"]?["versionId"]?.string == "1")
        let text = String(decoding: stamped.document.bytes, as: UTF8.self)
        #expect(text.contains("[1.0, 1.00, 1e2, -0.0, 12345678901234567890.123456789012345678901234567890]"))
    }

    @Test func replacesWholeReferencesOnly() throws {
        let text = #"{"resourceType":"Condition","subject":{"reference":"urn:uuid:1"},"note":[{"text":"about urn:uuid:1"}],"encounter":{"reference":"urn:uuid:2"}}"#
        let draft = try ResourceDraft(Array(text.utf8))
        let stamped = String(decoding: try draft.stamped(id: "c", version: 1, at: Self.at, references: ["urn:uuid:1": "Patient/p"]), as: UTF8.self)
        #expect(stamped.contains(#""subject":{"reference":"Patient/p"}"#))
        #expect(stamped.contains("about urn:uuid:1") && stamped.contains(#""reference":"urn:uuid:2""#))
    }

    // MARK: References

    @Test func aNameIsReplacedHoweverItIsWrittenAndNowhereInMeta() throws {
        let text = #"{"id":"x","meta":{"source":"urn:1"},"resourceType":"Condition","subject":{"reference":"\u0075rn:1"},"code":{"text":"urn:12"}}"#
        let stamped = try JSONDocument(try ResourceDraft(Array(text.utf8)).stamped(id: "c", version: 1, at: Self.at, references: ["urn:1": "Patient/p"])).root
        #expect(stamped["id"]?.string == "c" && stamped["meta"]?["source"]?.string == "urn:1" && stamped["meta"]?["versionId"]?.string == "1")
        #expect(stamped["subject"]?["reference"]?.string == "Patient/p" && stamped["code"]?["text"]?.string == "urn:12")
    }

    private static func named(_ name: String, _ count: Int) -> String {
        #"{"resourceType":"Patient","name":[{"given":[\#(Array(repeating: "\"\(name)\"", count: count).joined(separator: ","))]}]}"#
    }

    /// A name may be short, stand in a resource very many times, and its address be long: how long that would be is known before anything is made.
    @Test func referencesDoNotMakeAResourceTooLong() throws {
        let draft = try ResourceDraft(Array(Self.named("urn:", 1_000).utf8))
        let (near, far): (TransactionReferences, TransactionReferences) = (["urn:": "Patient/1"], ["urn:": String(repeating: "X", count: 8_000)])
        #expect(try near.growth(of: draft.value) == 5_000)
        #expect(try far.growth(of: draft.value) == 1_000 * (8_002 - 6))
        #expect(try draft.stamped(id: "c", version: 1, at: Self.at, references: near).count > draft.value.range.count + 5_000)
        #expect(throws: ResourceFault.self) { try draft.stamped(id: "c", version: 1, at: Self.at, references: far) }
    }

    @Test(arguments: [(-10, true), (0, true), (ResourceDraft.limit - 26, true), (ResourceDraft.limit - 25, false), (Int.max / 2, false)])
    func aResourceGrowsToItsLimit(_ growth: Int, _ isTaken: Bool) throws {
        let value = try JSONDocument(Array(#"{"resourceType":"Patient"}"#.utf8)).root
        #expect(value.range.count == 26)
        do throws(ResourceFault) {
            try ResourceDraft.check(value, growing: growth)
            #expect(isTaken)
        } catch {
            #expect(!isTaken && error.code == .tooLong)
        }
    }

    /// Counted in strings that are read: those that can be no name are none of them.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func stringsAreReadOnceForTheirReferences() throws {
        let references: TransactionReferences = ["urn:uuid:1": "Patient/1", "urn:uuid:12": "Patient/2"]
        func looks(_ name: String, _ count: Int) throws -> Int {
            let value = try JSONDocument(Array(Self.named(name, count).utf8)).root
            return try Looks.counted { _ = try references.growth(of: value) }
        }
        #expect(try looks("urn:uuid:1", 1_000) == 1_000)
        #expect(try looks("urn:uuid:1", 2_000) == 2_000)
        for other in ["a", "Patient/12345", "urn:", String(repeating: "urn:uuid:", count: 100)] { #expect(try looks(other, 1_000) == 0) }
    }

    @Test(
        arguments: [
            ("[]", ResourceFault.Code.structure, nil), ("{}", .required, "resourceType"), (#"{"resourceType":7}"#, .structure, "resourceType"),
            (#"{"resourceType":"Patient","id":7}"#, .value, "Patient.id"), (#"{"resourceType":"Patient","id":"a b"}"#, .value, "Patient.id"),
            (#"{"resourceType":"Nothing","id":7}"#, .value, "Resource.id"), (#"{"resourceType":"Patient","meta":[1]}"#, .structure, "Patient.meta"),
            (#"{"resourceType":"Patient","name":[{"family":"a","family":"b"}]}"#, .structure, "name[0].family"),
            (#"{"resourceType":"Patient","name":[{"family":"a}]}"#, .structure, "name[0].family"),
            (
                #"{"resourceType":"Patient","meta":{"tag":[{"code":"x"},{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}]}}"#,
                .businessRule, "Patient.meta.tag"
            ),
            (#"{"resourceType":"Patient","meta":{"tag":[{"code":"SUBSETTED","system":"http://hl7.org/fhir/v3/ObservationValue"}]}}"#, .businessRule, "Patient.meta.tag")
        ] as [(String, ResourceFault.Code, String?)])
    func refusesAndNamesThePath(text: String, code: ResourceFault.Code, path: String?) throws {
        do {
            _ = try ResourceDraft(Array(text.utf8))
            Issue.record("it was accepted")
        } catch let error as ResourceFault {
            #expect(error.code == code && error.path == path)
        }
    }

    @Test(
        arguments: [
            (#"{"resourceType":"Patient","name":[{"family":null}]}"#, ["structure Patient.name[0].family | Patient.name.family: null"]),
            (#"{"resourceType":"Patient","name":[]}"#, ["structure Patient.name | Patient.name: list"]),
            (#"{"resourceType":"Patient","name":[{"given":["a",""]}]}"#, ["value Patient.name[0].given[1] | Patient.name.given: string"]),
            (#"{"resourceType":"Unheard","contact":[{"name":{}}]}"#, ["structure Resource.contact[0].name | ele-1"]),
            (
                #"{"resourceType":"Patient","language":"","name":[{"family":"","given":[]}],"photo":null}"#,
                [
                    "value Patient.language | Patient.language: string", "value Patient.name[0].family | Patient.name.family: string",
                    "structure Patient.name[0].given | Patient.name.given: list", "structure Patient.photo | Patient.photo: null"
                ]
            )
        ] as [(String, [String])])
    func everyEmptyValueIsTold(text: String, issues: [String]) throws {
        do {
            _ = try ResourceDraft(Array(text.utf8))
            Issue.record("it was accepted")
        } catch let invalid as InvalidResource {
            #expect(invalid.issues.map { "\($0.code.rawValue) \($0.expression) | \($0.rule)" } == issues)
        }
    }

    @Test func soManyEmptyValuesAreTold() throws {
        do {
            let strings = Array(repeating: "\"\"", count: Faults.most + 10).joined(separator: ",")
            _ = try ResourceDraft(Array(#"{"resourceType":"Patient","x":[\#(strings)]}"#.utf8))
            Issue.record("it was accepted")
        } catch let invalid as InvalidResource {
            #expect(invalid.issues.count == Faults.most + 1 && invalid.issues.count { $0.severity == .error } == Faults.most)
            #expect(invalid.issues.last?.text.description == "10 more faults are named once these are mended.")
        }
    }

    /// Where all is refused that is wrong, all of it is told with what is empty, in the validator's words.
    @Test func whatIsEmptyIsToldWithTheRest() throws {
        let text = #"{"resourceType":"Observation","status":"","valueString":"","subjet":{"display":"x"},"method":{"_text":{}},"category":[]}"#
        let value = try ResourceDraft.root(of: Array(text.utf8))
        func issues(_ validation: ResourceValidation) throws -> [ValidationIssue] {
            do {
                _ = try validation.draft(value, .r4)
                return []
            } catch let invalid as InvalidResource {
                return invalid.issues
            }
        }
        let all = try issues(.enforce)
        let found = try Validator(.r4).validate(value).issues
        #expect(all == found)
        #expect(all.contains { $0.expression == "Observation.value" && $0.rule == "Observation.value[x]: string" })
        #expect(all.contains { $0.expression == "Observation.code" && $0.rule == "Observation.code: min 1" })
        for validation in [ResourceValidation.off, .warn] {
            #expect(
                try issues(validation).map(\.expression)
                    == ["Observation.status", "Observation.valueString", "Observation.method._text", "Observation.category"])
        }
    }

    @Test func aFaultOfJSONIsPlacedInItsType() throws {
        do {
            _ = try ResourceDraft.root(of: Array(#"{"resourceType":"Patient","name":[{"family":"a","family":"b"}]}"#.utf8), type: "Patient")
            Issue.record("it was accepted")
        } catch let fault as ResourceFault {
            #expect(fault.path == "Patient.name[0].family")
        }
    }

    @Test(arguments: [#"{"tag":[{"system":"http://clinic.example/tags","code":"SUBSETTED"}]}"#, #"{"tag":[{"code":"SUBSETTED"}]}"#, #"{"tag":"SUBSETTED"}"#])
    func aTagThatIsCalledSoElsewhereIsAnyTag(meta: String) throws {
        #expect(try ResourceDraft(Array(#"{"resourceType":"Patient","meta":\#(meta)}"#.utf8)).type == "Patient")
    }

    @Test func nullsInListsOfPrimitivesAreKept() throws {
        let text = #"{"resourceType":"Patient","name":[{"given":["a",null],"_given":[null,{"id":"x"}]}]}"#
        #expect(try Self.stamp(text).contains(#""given":["a",null],"_given":[null,{"id":"x"}]"#))
    }

    // MARK: Measurements

    private static func observed(_ text: String, _ news: MeasurementNews = MeasurementNews()) throws -> ObservedValue? {
        ObservedValue(try ResourceDraft(Array(text.utf8)), of: news.codes)
    }

    @Test func readsARestingHeartRate() throws {
        let observed = try #require(try Self.observed(Examples.heartRate()))
        #expect(observed.code == .restingHeartRate && observed.measurement == MeasuredAmount(value: 62.5, unit: "/min"))
        #expect(RFC3339.format(observed.effectiveAt) == "2026-03-06T17:10:00Z" && observed.effectiveUntil == nil)
    }

    struct Vital: Sendable {
        var code: ObservedCode
        var quantity: String
        var unit: String?
    }

    private static let vitals = [
        Vital(code: .heartRate, quantity: #""unit":"beats/minute""#, unit: "/min"), Vital(code: .heartRate, quantity: #""code":"{Beats}/min""#, unit: "/min"),
        Vital(code: .respiratoryRate, quantity: #""code":"/min""#, unit: "/min"), Vital(code: .oxygenSaturation, quantity: #""code":"%""#, unit: "%"),
        Vital(code: .pulseOximetry, quantity: #""unit":"%""#, unit: "%"), Vital(code: .bodyTemperature, quantity: #""code":"Cel""#, unit: "Cel"),
        Vital(code: .bodyTemperature, quantity: #""unit":"°F""#, unit: "[degF]"), Vital(code: .bodyTemperature, quantity: #""code":"K""#, unit: nil),
        Vital(code: .headCircumference, quantity: #""code":"cm""#, unit: "cm"), Vital(code: .headCircumference, quantity: #""code":"[in_i]""#, unit: "[in_i]"),
        Vital(code: .headCircumference, quantity: #""code":"kg""#, unit: nil),
        Vital(code: .bodyHeight, quantity: #""code":"cm""#, unit: "cm"), Vital(code: .bodyWeight, quantity: #""unit":"lbs""#, unit: "[lb_av]"),
        Vital(code: .bodyWeight, quantity: #""code":"cm""#, unit: nil), Vital(code: .bodyMassIndex, quantity: #""code":"kg/m2""#, unit: "kg/m2"),
        // UCUM's code counts, whatever is shown to people.
        Vital(code: .bodyWeight, quantity: #""unit":"kg","code":"stone""#, unit: nil), Vital(code: .bodyWeight, quantity: #""unit":"ounces""#, unit: nil),
        Vital(code: .bloodPressure, quantity: #""code":"mm[Hg]""#, unit: nil)
    ]

    @Test(arguments: vitals) func everyVitalSignIsReadInItsUnits(_ vital: Vital) throws {
        let text = Examples.heartRate(code: vital.code.rawValue)
            .replacingOccurrences(of: #""unit":"beats/minute","system":"http://unitsofmeasure.org","code":"/min""#, with: vital.quantity)
        let observed = try Self.observed(text)
        #expect(observed?.measurement == vital.unit.map { MeasuredAmount(value: 62.5, unit: $0) })
        #expect(observed.map { $0.code == vital.code } ?? true)
        #expect(try Self.observed(text, MeasurementNews(codes: [.restingHeartRate])) == nil)
    }

    @Test func ofTwoCodesTheOneThatSaysMoreIsTold() throws {
        let both = Examples.heartRate().replacingOccurrences(
            of: #""coding":["#, with: #""coding":[{"system":"http://loinc.org","code":"8867-4"},"#)
        #expect(try Self.observed(both)?.code == .restingHeartRate)
        #expect(try Self.observed(both, MeasurementNews(codes: [.heartRate]))?.code == .heartRate)
        // In the clear there is what there was.
        #expect(MeasurementNews(inTheClear: true).codes == [.restingHeartRate])
        #expect(MeasurementNews(codes: [.heartRate], inTheClear: true).codes.isEmpty)
    }

    private static func pressure(_ components: String) -> String {
        """
        {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"85354-9"}]},\
        "effectivePeriod":{"start":"2026-03-06T11:00:00Z","end":"2026-03-06T11:01:00Z"},"component":[\(components)]}
        """
    }

    private static func component(_ code: String, _ value: String, unit: String = "mm[Hg]") -> String {
        #"{"code":{"coding":[{"system":"http://loinc.org","code":"\#(code)"}]},"valueQuantity":{"value":\#(value),"code":"\#(unit)"}}"#
    }

    @Test func bloodPressureHasItsParts() throws {
        let (systolic, diastolic) = (Self.component("8480-6", "120"), Self.component("8462-4", "80.5"))
        let both = try #require(try Self.observed(Self.pressure("\(diastolic),\(systolic)")))
        let parts = ["8480-6": 120, "8462-4": 80.5]
        #expect(both.measurement.value == nil && both.measurement.components?.map(\.code) == ["8480-6", "8462-4"])
        for part in both.measurement.components ?? [] { #expect(part.value == parts[part.code] && part.unit == "mm[Hg]") }
        // What was not measured is left out; nothing at all is not told.
        let absent = #"{"code":{"coding":[{"system":"http://loinc.org","code":"8462-4"}]},"dataAbsentReason":{"text":"cuff"}}"#
        #expect(try Self.observed(Self.pressure("\(systolic),\(absent)"))?.measurement.components?.count == 1)
        for none in [absent, Self.component("8480-6", "120", unit: "kPa"), "7"] { #expect(try Self.observed(Self.pressure(none)) == nil) }
    }

    @Test(arguments: [
        (#""start":"2026-03-06T11:00:00Z","end":"2026-03-06T11:01:00Z""#, true, true), (#""start":"2026-03-06T11:00:00Z""#, true, false),
        (#""end":"2026-03-06T11:01:00Z""#, false, false), (#""start":"2026-03-06""#, false, false),
        (#""start":"2026-03-06T11:00:00Z","end":"2026-03-06T10:59:59Z""#, false, false), (#""start":"2026-03-06T11:00:00Z","end":"2026""#, false, false)
    ]) func aPeriodBeginsAtAnInstantAndMayEnd(_ period: String, _ counts: Bool, _ ends: Bool) throws {
        let text = Examples.heartRate().replacingOccurrences(of: #""effectiveDateTime":"2026-03-06T11:10:00-06:00""#, with: #""effectivePeriod":{\#(period)}"#)
        let observed = try Self.observed(text)
        #expect((observed != nil) == counts && (observed?.effectiveUntil != nil) == ends)
    }

    @Test(arguments: [(0, 16), (96 << 20, 16), (384 << 20, 48), (768 << 20, 96), (1 << 30, 128), (64 << 30, 128)])
    func theSearchCacheIsAnEighthOfTheMemory(limit: Int, mebibytes: Int) {
        #expect(RecordsSettings.searchCache(within: limit) == mebibytes)
    }

    @Test func theSettingsNameTheCodes() throws {
        func news(_ values: [String: String]) throws -> MeasurementNews {
            var environment = Environment(values.merging(["CARE_MASTER_KEY": Data(repeating: 9, count: 32).base64EncodedString()]) { named, _ in named })
            let settings = RecordsSettings(&environment)
            try environment.done()
            return settings.news
        }
        #expect(try news([:]).codes == Set(ObservedCode.allCases) && !news([:]).isInTheClear)
        #expect(try news(["CARE_RECORDS_OBSERVATION_CODES": "8867-4  85354-9"]).codes == [.heartRate, .bloodPressure])
        #expect(try news(["CARE_RECORDS_OBSERVATION_CODES": "none"]).codes.isEmpty)
        #expect(try news(["CARE_RECORDS_CLEAR_MEASUREMENTS": "true"]).isInTheClear)
        #expect(throws: ConfigurationError.self) { try news(["CARE_RECORDS_OBSERVATION_CODES": "8867-4 2345-7"]) }
    }

    private static func heartRate(_ part: String, _ instead: String) -> String { Examples.heartRate().replacingOccurrences(of: part, with: instead) }

    @Test(arguments: [
        Examples.heartRate(status: "preliminary"), Examples.heartRate(status: "entered-in-error"), Examples.heartRate(code: "2345-7"),
        Examples.heartRate(at: "2026-03-06"), Examples.heartRate(at: "2026-03"), Examples.heartRate("\"62\""), Examples.heartRate("1e999"),
        heartRate(#""value":62.50"#, #""comparator":"<","value":62.50"#), heartRate(#""code":"/min""#, #""code":"/h""#),
        heartRate(#""resourceType":"Observation""#, #""resourceType":"Basic""#), heartRate("http://loinc.org", "http://other.org")
    ])
    func otherMeasurementsStay(text: String) throws { #expect(try Self.observed(text) == nil) }

    @Test func theDataTypesOfTheReleases() {
        #expect(FHIRRelease.r4.hasType("ServiceRequest") && !FHIRRelease.stu3.hasType("ServiceRequest"))
        #expect(FHIRRelease.stu3.hasType("ProcedureRequest") && !FHIRRelease.r4.hasType("ProcedureRequest"))
        #expect(FHIRRelease.r4.types.count == 146 && FHIRRelease.stu3.types.count == 117)
    }
}
