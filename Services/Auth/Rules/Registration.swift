import CareModels
import Foundation

/// What a person who signs up tells, checked whole: every faulty field at once.
struct Registration: Equatable, Sendable {
    /// As it arrives, from JSON or from the page's form.
    struct Form: Decodable, Equatable, Sendable {
        var username: String?
        var password: String?
        var role: String?
        var specialty: String?
        var specialties: [String]?
        var fullName: String?
        /// Taken, and kept by nobody: whoever saw such a picture would tell its server so.
        var avatarUrl: String?
        var email: String?
        var timeZone: String?
        /// The former names of `role` and `specialty`.
        var userType: String?
        var providerSpecialty: String?
    }

    var username: String
    /// Normalized, not yet hashed.
    var password: String
    var role: Role
    var specialty: String?
    var otherSpecialties: [String] = []
    var fullName: String?
    var email: String?
    var timeZone: String?

    /// The other roles are given, not taken.
    static func selfAssigned(_ role: String?) -> Role? {
        switch role {
        case "patient": .patient
        case "provider": .provider
        default: nil
        }
    }

    /// With `role`, that role is given whatever the form says.
    static func check(_ form: Form, role given: Role? = nil, policy: PasswordPolicy) throws(Faults) -> Registration {
        var checks = Checks()

        let username = Username.normalize(form.username ?? "")
        if username.isEmpty {
            checks.fail("username", "is required")
        } else if !Username.isValid(username) {
            checks.fail("username", "must have 3 to \(limit: Username.lengths.upperBound) characters of a-z, 0-9, dot, hyphen and underscore")
        }

        let password = PasswordPolicy.normalize(form.password ?? "")
        if password.isEmpty {
            checks.fail("password", "is required")
        } else if let fault = policy.fault(in: password, username: username, email: form.email) {
            checks.fail("password", fault.message)
        }

        let wishedRole = RenamedField("role", form.role, formerly: "userType", form.userType, &checks)
        let role = given ?? selfAssigned(wishedRole.value)
        if role == nil { checks.fail(wishedRole.name, wishedRole.value == nil ? "is required: patient or provider" : "must be patient or provider") }

        let practised = RenamedField("specialty", form.specialty, formerly: "providerSpecialty", form.providerSpecialty, &checks)
        let specialty = checks.name(practised.value, practised.name, most: Profile.longestSpecialty)
        let specialties = form.specialties.map { Profile.checkedSpecialties($0, &checks) } ?? [specialty].compactMap { $0 }
        Profile.checkMain(specialty, practised.name, of: specialties, &checks)
        if role == .provider, form.specialties == nil, specialty == nil, isBlank(practised.value) { checks.fail(practised.name, "is required for a provider") }
        if role == .patient, !isBlank(practised.value) { checks.fail(practised.name, "is for providers only") }
        if role == .patient, form.specialties != nil { checks.fail("specialties", "is for providers only") }

        let fullName = checks.name(form.fullName, "fullName", most: Profile.longestName)
        checks.checkWebAddress(checks.text(form.avatarUrl, "avatarUrl", most: 2048), "avatarUrl")
        let email = checks.text(form.email, "email", most: MailAddress.longest)
        if let email, let fault = mailFault(email) { checks.fail("email", fault.message) }
        let timeZone = checks.text(form.timeZone, "timeZone", most: 64)
        if let timeZone, !TimeZoneName.isKnown(timeZone) { checks.fail("timeZone", TimeZoneName.expectation) }

        return Registration(
            username: username, password: password, role: try checks.done(role), specialty: specialties.first, otherSpecialties: Array(specialties.dropFirst()),
            fullName: fullName, email: email, timeZone: timeZone)
    }

    /// As `Checks.text` sees it.
    private static func isBlank(_ text: String?) -> Bool { (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines).allSatisfy(\.isWhitespace) }

    private static func mailFault(_ text: String) -> MailAddress.Fault? {
        do throws(MailAddress.Fault) {
            _ = try MailAddress(text)
            return nil
        } catch {
            return error
        }
    }
}
