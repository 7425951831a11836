import FHIR
import JSON

/// What marks a resource of which something was left out (http://hl7.org/fhir/R4/valueset-common-tags.html). Such a one is shown, and never stored: it would take
/// away what its reader did not see.
enum SubsetTag {
    static let code = "SUBSETTED"

    static func system(_ release: FHIRRelease) -> String {
        switch release {
        case .r4: "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"
        case .stu3: "http://hl7.org/fhir/v3/ObservationValue"
        }
    }

    /// By either release's name of it.
    static func isOn(_ meta: JSONValue?) -> Bool {
        meta?["tag"]?.children.contains { tag in
            tag["code"]?.string == code && FHIRRelease.allCases.contains { tag["system"]?.string == system($0) }
        } ?? false
    }
}
