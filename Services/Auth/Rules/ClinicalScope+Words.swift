import CareModels

extension ClinicalScope {
    /// What it lets an app do, for the consent page: each of its interactions, of which data. `byProvider`: by one, of whose patients they are.
    func explanation(byProvider: Bool = false) -> Text {
        var deeds: [Text] = []
        if !interactions.isDisjoint(with: [.read, .search]) { deeds.append("see") }
        if interactions.contains(.create) { deeds.append("add") }
        if interactions.contains(.update) { deeds.append("change") }
        if interactions.contains(.delete) { deeds.append("delete") }
        return "\(things(byProvider ? patients : Self.name(of: type))): \(Text.list(deeds))"
    }

    private func things(_ name: Text) -> Text {
        guard let category else { return name }
        guard let code = category.code else { return "\(name) of some categories" }
        return "\(name) of the category “\(code)”"
    }

    /// In the words of who treats them, and sees of it what they were given.
    private var patients: Text {
        switch (context, type) {
        case (.patient, nil): "As far as they are open to you, this patient’s health records"
        case (.patient, let type?): "As far as they are open to you, this patient’s health records of the type \(type)"
        case (_, nil): "As far as they are open to you, your patients’ health records"
        case (_, let type?): "As far as they are open to you, your patients’ health records of the type \(type)"
        }
    }

    /// In the words of who they are about; of rarer types by FHIR's name.
    private static func name(of type: String?) -> Text {
        switch type {
        case nil: "All of your health records"
        case "AllergyIntolerance": "Your allergies"
        case "Appointment": "Your appointments"
        case "CarePlan": "Your care plans"
        case "Condition": "Your diagnoses and conditions"
        case "DiagnosticReport": "Your reports of examinations"
        case "DocumentReference": "Your documents"
        case "Encounter": "Your visits"
        case "Immunization": "Your vaccinations"
        case "MedicationRequest": "Your prescriptions"
        case "MedicationStatement": "Your medicines"
        case "Observation": "Your measurements and findings"
        case "Patient": "Your personal data in the health records"
        case "Procedure": "Your procedures"
        case let type?: "Your health records of the type \(type)"
        }
    }
}

extension ClinicalScope.Fault {
    /// For developers, in ASCII.
    var message: String {
        switch self {
        case .malformed: "scope: one for resources is patient/, user/ or system/, a type or *, a dot, and some of cruds in that order"
        case .unknownType: "scope: no release of FHIR that is served has that type of resource"
        case .restriction: "scope: can be restricted by category=system|code alone, of the types that have one"
        }
    }
}
