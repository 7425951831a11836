import CareModels

/// What a provider practises: `specialty` is the main one, which is shown wherever there is room for one, and others may stand beside it.
extension Profile {
    static let longestSpecialty = 64
    static let mostSpecialties = 8

    /// As they are sent, the main one first.
    static func checkedSpecialties(_ sent: [String], _ checks: inout Checks) -> [String] {
        checks.check(!sent.isEmpty, "specialties", "must name at least one specialty")
        checks.check(sent.count <= mostSpecialties, "specialties", "must have at most \(limit: mostSpecialties) specialties, not \(sent.count)")
        var keys: Set<String> = []
        var specialties: [String] = []
        for (index, text) in sent.prefix(mostSpecialties).enumerated() {
            let field = "specialties[\(index)]"
            guard let specialty = checks.name(text, field, required: true, most: longestSpecialty) else { continue }
            // A cardiologist practises cardiology.
            checks.check(keys.insert(Specialty.key(specialty)).inserted, field, "must be named once; it is there already, maybe by another name")
            specialties.append(specialty)
        }
        return specialties
    }

    /// Where the main one is named by itself too. Under the name that it came by.
    static func checkMain(_ main: String?, _ field: String, of specialties: [String], _ checks: inout Checks) {
        guard let main, !specialties.isEmpty, !checks.isFaulty("specialties[0]") else { return }
        checks.check(main == specialties[0], field, "must be the first of specialties, where both are sent")
    }

    mutating func changeSpecialties(by patch: Patch, _ checks: inout Checks) {
        if let sent = checks.kept(patch.specialty, "specialty") {
            specialty = checks.name(sent, "specialty", required: true, most: Self.longestSpecialty)
            otherSpecialties = Specialty.others(otherSpecialties, beside: specialty)
        }
        guard let sent = checks.kept(patch.specialties, "specialties") else { return }
        let specialties = Self.checkedSpecialties(sent, &checks)
        if patch.specialty.value != nil { Self.checkMain(specialty, "specialty", of: specialties, &checks) }
        (specialty, otherSpecialties) = (specialties.first, Array(specialties.dropFirst()))
    }
}
