import CareModels
import Foundation
import Testing

@testable import CareClient

/// Resources as values: what is made says what FHIR asks, and what is read is of its type.
@Suite struct FhirTypedTests {
    private static let noon = Date(timeIntervalSince1970: 1_773_057_600)

    private static func text(_ resource: FhirResource) -> String { String(decoding: resource.json, as: UTF8.self) }

    @Test func aHeartRateIsAnObservationThatThePlatformWatches() throws {
        for bpm in [62.0, 62.3, 0.1 + 61] {
            let made = try FhirResource(Fhir.Observation(Health.HeartRate(bpm, at: Self.noon)))
            #expect(made.type == "Observation" && made.id == nil)
            #expect(Self.text(made).contains(#""value":\#(bpm == 62 ? "62" : String(bpm))"#), "\(Self.text(made))")
            for part in [#""code":"40443-4""#, #""system":"http://unitsofmeasure.org""#, #""status":"final""#, #""code":"vital-signs""#, "2026-03-09T12:00:00"] {
                #expect(Self.text(made).contains(part), "\(Self.text(made))")
            }
            #expect(try made.decode(Fhir.Observation.self).heartRate == Health.HeartRate(bpm, at: Self.noon))
        }
    }

    @Test(arguments: [
        #"{"system":"http://loinc.org","code":"8867-4"}"#, #"{"system":"http://snomed.info/sct","code":"40443-4"}"#
    ])
    func anotherObservationIsNoHeartRate(coding: String) throws {
        let json =
            #"{"resourceType":"Observation","status":"final","code":{"coding":[\#(coding)]},"effectiveDateTime":"2026-03-09T12:00:00Z","valueQuantity":{"value":62,"code":"/min"}}"#
        let read = try FhirResource(json: Data(json.utf8)).decode(Fhir.Observation.self)
        #expect(read.heartRate == nil && read.valueQuantity?.value == 62)
    }

    private static func heartRate(_ status: String, _ quantity: String) throws -> Fhir.Observation {
        let json =
            #"{"resourceType":"Observation","status":"\#(status)","code":{"coding":[{"system":"http://loinc.org","code":"40443-4"}]},"effectiveDateTime":"2026-03-09T12:00:00Z","valueQuantity":{\#(quantity)}}"#
        return try FhirResource(json: Data(json.utf8)).decode(Fhir.Observation.self)
    }

    /// Nor does the platform count it.
    @Test(arguments: [
        ("entered-in-error", #""value":62,"code":"/min""#), ("cancelled", #""value":62,"code":"/min""#), ("preliminary", #""value":62,"code":"/min""#),
        ("final", #""value":62,"comparator":"<","code":"/min""#), ("final", #""value":1.03,"unit":"Hz""#), ("final", #""value":1.03,"code":"Hz""#),
        ("final", #""value":62"#)
    ])
    func whatDoesNotCountIsNoHeartRate(status: String, quantity: String) throws {
        #expect(try Self.heartRate(status, quantity).heartRate == nil)
    }

    @Test(arguments: [
        ("amended", #""value":62,"code":"{beats}/min""#), ("corrected", #""value":62,"unit":"bpm""#), ("final", #""value":62,"unit":"beats/min","code":"/min""#)
    ])
    func whatCountsIsOne(status: String, quantity: String) throws {
        #expect(try Self.heartRate(status, quantity).heartRate == Health.HeartRate(62, at: Self.noon))
    }

    /// Less than five is not five.
    @Test func aValueKeepsWhatItIsComparedBy() throws {
        let read = try Self.heartRate("final", #""value":5,"comparator":"<","unit":"ng/L""#)
        #expect(read.valueQuantity?.comparator == "<")
        #expect(Self.text(try FhirResource(read)).contains(#""comparator":"<""#))
        #expect(!Self.text(try FhirResource(Fhir.Observation(Health.HeartRate(62, at: Self.noon)))).contains("comparator"))
    }

    @Test func whatIsReadKeepsDigitsAndPassesOverTheRest() throws {
        let json =
            #"{"resourceType":"Observation","id":"7","status":"amended","code":{"text":"Weight"},"valueQuantity":{"value":70.250},"note":[{"text":"before breakfast"}]}"#
        let read = try FhirResource(json: Data(json.utf8)).decode(Fhir.Observation.self)
        #expect(read.id == "7" && read.status == "amended" && read.code.text == "Weight" && read.valueQuantity?.value == Decimal(string: "70.25"))
    }

    @Test func aDocumentNamesItsFile() throws {
        let file = Records.File(id: "9", contentType: "application/pdf", size: 12, hash: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=")
        let made = try FhirResource(Fhir.DocumentReference([Fhir.Attachment(file, title: "Scan")], description: "Knee"))
        #expect(made.type == "DocumentReference")
        #expect(Self.text(made).contains(#""url":"Binary/9""#) || Self.text(made).contains(#""url":"Binary\/9""#), "\(Self.text(made))")
        let read = try made.decode(Fhir.DocumentReference.self)
        #expect(read.content.map(\.attachment.hash) == [file.hash] && read.status == "current" && read.description == "Knee")
    }

    @Test func whatIsOfAnotherTypeIsNotRead() throws {
        let patient = try FhirResource(Fhir.Patient(name: [Fhir.HumanName(family: "Tremblay", given: ["Jo"])], birthDate: "1974-12"))
        #expect(try patient.decode(Fhir.Patient.self).name?.first?.given == ["Jo"])
        #expect(throws: CareError.self) { try patient.decode(Fhir.Observation.self) }
        #expect(throws: CareError.self) { try patient.decode(Fhir.DocumentReference.self) }
    }
}
