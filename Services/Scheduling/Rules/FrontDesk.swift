import CareModels

/// Who books, moves and cancels for the patients of an organisation's practitioners.
enum FrontDesk {
    static let roles: Set<OrganisationRole> = [.owner, .administrator, .receptionist]

    /// For whom a caller books: the patient whom they name, or themselves. Who acts for them does so in their own matters alone.
    static func patient(named patient: UserID?, by caller: Caller, role: Role) throws(Refusal) -> Booker {
        if role == .patient, patient == nil || patient == caller.user { return .patient }
        guard let patient, caller.isInPerson else { throw .notAllowed }
        return .desk(of: patient)
    }

    enum Booker: Equatable, Sendable {
        case patient
        /// Whoever this is at the front desk of the provider's organisation, the database knows.
        case desk(of: UserID)
    }

    enum Refusal: Error, Equatable { case notAllowed }
}

extension AppointmentRecord {
    /// What somebody sees who is neither of the two: who, when and with whom, not what it is about.
    var atFrontDesk: AppointmentRecord {
        var seen = self
        (seen.title, seen.description, seen.cancelReason) = ("", nil, nil)
        return seen
    }
}
