import FHIR

/// Why somebody uses a record, in the words of HL7's PurposeOfUse (http://terminology.hl7.org/ValueSet/v3-PurposeOfUse).
enum Purpose: String, Codable, CaseIterable, Sendable {
    case treatment = "TREAT"
    case emergencyTreatment = "ETREAT"
    case coordination = "COC"
    case payment = "HPAYMT"
    case operations = "HOPERAT"
    case research = "HRESCH"
    case publicHealth = "PUBHLTH"
    case patientRequest = "PATRQT"
    case familyRequest = "FAMRQT"
    case systemAdministration = "HSYSADMIN"
    case breakGlass = "BTG"

    static func system(_ release: FHIRRelease) -> String {
        switch release {
        case .r4: "http://terminology.hl7.org/CodeSystem/v3-ActReason"
        case .stu3: "http://hl7.org/fhir/v3/ActReason"
        }
    }
}
