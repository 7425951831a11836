import ArgumentParser
import FHIR
import JSON

/// Records' validation of an Observation of 1 KB, on one thread: microseconds each, without the parsing.
struct Validate: ParsableCommand {
    @Option var seconds = 3

    func run() throws {
        let note = String(repeating: "At rest, seated, left arm; the second of two readings is the one that stands here. ", count: 4)
        let text = """
            {"resourceType":"Observation","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category",\
            "code":"vital-signs","display":"Vital Signs"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"8480-6","display":"Systolic blood pressure"}],\
            "text":"Systolic blood pressure"},"subject":{"reference":"Patient/7"},"encounter":{"reference":"Encounter/9"},\
            "effectiveDateTime":"2026-03-06T11:10:00-06:00","issued":"2026-03-06T11:10:00.125-06:00","valueQuantity":{"value":110.25,"unit":"mm[Hg]",\
            "system":"http://unitsofmeasure.org","code":"mm[Hg]"},"note":[{"text":"\(note)"}]}
            """
        let document = try JSONDocument(Array(text.utf8))
        let validator = Validator(.r4)
        guard try validator.validate(document.root).isValid else { throw ValidationError("the Observation is not valid") }
        let began = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - began < .seconds(seconds) {
            for _ in 0..<100 { _ = try validator.validate(document.root) }
            count += 100
        }
        report("microseconds", (ContinuousClock.now - began) / .microseconds(1) / Double(count))
    }
}
