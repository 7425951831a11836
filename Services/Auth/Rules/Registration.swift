import CareModels
import Foundation

/// What a person who signs up tells, checked whole: every faulty field at once.
struct Registration: Equatable, Sendable {
    /// As it arrives, from JSON or from the page's form.
    struct Form: Decodable, Equatable, Sendable {
        var username: String?
        var password: String?
        var userType: String?
        var providerSpecialty: String?
        var fullName: String?
        var avatarUrl: String?
        var email: String?
        var timeZone: String?
    }

    var username: String
    /// Normalized, not yet hashed.
    var password: String
    var role: Role
    var specialty: String?
    var fullName: String?
    var avatarURL: String?
    var email: String?
    var timeZone: String?

    /// What `userType` may name; the other roles are given, not taken.
    static func selfAssigned(_ userType: String?) -> Role? {
        switch userType {
        case "patient": .patient
        case "provider": .provider
        default: nil
        }
    }

    /// With `role`, that role is given whatever the form says.
    static func check(_ form: Form, role given: Role? = nil, policy: PasswordPolicy) -> (registration: Registration?, faults: [Fault]) {
        var faults: [Fault] = []
        func fail(_ field: String, _ message: String) { faults.append(Fault(field, message)) }

        let username = Username.normalize(form.username ?? "")
        if username.isEmpty {
            fail("username", "is required")
        } else if !Username.isValid(username) {
            fail("username", "must have 3 to 64 characters of a-z, 0-9, dot, hyphen and underscore")
        }

        let password = PasswordPolicy.normalize(form.password ?? "")
        if password.isEmpty {
            fail("password", "is required")
        } else if let fault = policy.fault(in: password, username: username, email: form.email) {
            fail("password", fault.message)
        }

        let role = given ?? selfAssigned(form.userType)
        if role == nil { fail("userType", form.userType == nil ? "is required: patient or provider" : "must be patient or provider") }

        let specialty = text(form.providerSpecialty, "providerSpecialty", most: 64, fail)
        if role == .provider, specialty == nil, isBlank(form.providerSpecialty) { fail("providerSpecialty", "is required for a provider") }
        if role == .patient, !isBlank(form.providerSpecialty) { fail("providerSpecialty", "is for providers only") }

        let fullName = text(form.fullName, "fullName", most: 200, fail)
        let avatarURL = text(form.avatarUrl, "avatarUrl", most: 2048, fail)
        if let avatarURL, !isWebAddress(avatarURL) { fail("avatarUrl", "must be an http or https address") }
        let email = text(form.email, "email", most: 254, fail)
        if let email, !isEmail(email) { fail("email", "must look like name@example.org") }
        let timeZone = text(form.timeZone, "timeZone", most: 64, fail)
        if let timeZone, !TimeZoneName.isKnown(timeZone) { fail("timeZone", TimeZoneName.expectation) }

        guard faults.isEmpty, let role else { return (nil, faults) }
        return (
            Registration(
                username: username, password: password, role: role, specialty: specialty, fullName: fullName, avatarURL: avatarURL,
                email: email, timeZone: timeZone), []
        )
    }

    private static func isBlank(_ text: String?) -> Bool { trimmed(text).isEmpty }

    private static func trimmed(_ text: String?) -> String { (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }

    private static func text(_ value: String?, _ field: String, most: Int, _ fail: (String, String) -> Void) -> String? {
        let text = trimmed(value)
        if text.isEmpty { return nil }
        if text.unicodeScalars.count > most {
            fail(field, "must have at most \(most) characters")
            return nil
        }
        if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            fail(field, "must not contain control characters")
            return nil
        }
        return text
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty else { return false }
        return (parts.scheme == "https" || parts.scheme == "http") && parts.user == nil && parts.password == nil
    }

    /// One @, something before it, a name with a dot after it, no white space: whether it exists, a message will tell.
    private static func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, (1...64).contains(halves[0].utf8.count) else { return false }
        let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty } && !text.contains(where: \.isWhitespace)
    }
}
