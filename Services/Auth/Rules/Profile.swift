import CareModels
import Foundation

/// What a person says of themselves and changes as they like. Languages are BCP 47 tags, best first.
struct Profile: Equatable, Sendable {
    static let longestTitle = 64
    static let longestName = 200
    static let longestPractice = 200
    static let mostLanguages = 8

    var title: String?
    var fullName: String?
    var specialty: String?
    var otherSpecialties: [String] = []
    var practice: String?
    var languages: [String]
    var timeZone: String?
    var nameParts = NameParts()
    var details = PersonalDetails()

    /// A change as it arrives, a JSON merge patch.
    struct Patch: Decodable, Sendable {
        var title: Patched<String> = .absent
        var fullName: Patched<String> = .absent
        var specialty: Patched<String> = .absent
        var specialties: Patched<[String]> = .absent
        var practice: Patched<String> = .absent
        var languages: Patched<[String]> = .absent
        var timeZone: Patched<String> = .absent
        var givenName: Patched<String> = .absent
        var middleName: Patched<String> = .absent
        var familyName: Patched<String> = .absent
        var nickname: Patched<String> = .absent
        var profileUrl: Patched<String> = .absent
        var websiteUrl: Patched<String> = .absent
        var gender: Patched<String> = .absent
        var birthdate: Patched<String> = .absent
        // What an account shows as well, known here so that whoever sends it hears more than that it is not.
        var username: Patched<Anything> = .absent
        var role: Patched<Anything> = .absent
        var email: Patched<Anything> = .absent
        var avatarUrl: Patched<Anything> = .absent
    }

    /// Whatever was sent.
    struct Anything: Decodable, Sendable {
        init(from decoder: any Decoder) {}
    }

    /// Every faulty field at once.
    func changed(by patch: Patch, role: Role, now: Date) throws(Faults) -> Profile {
        var checks = Checks()
        var changed = self
        Self.set(&changed.title, patch.title, "title", most: Self.longestTitle, &checks)
        Self.set(&changed.fullName, patch.fullName, "fullName", most: Self.longestName, &checks)
        if role == .provider {
            changed.changeSpecialties(by: patch, &checks)
            Self.set(&changed.practice, patch.practice, "practice", most: Self.longestPractice, &checks)
        } else {
            if patch.specialty.value != nil { checks.fail("specialty", "is for providers only") }
            if patch.specialties.value != nil { checks.fail("specialties", "is for providers only") }
            if patch.practice.value != nil { checks.fail("practice", "is for providers only") }
        }
        if !patch.languages.isAbsent { changed.languages = Self.tags(patch.languages.value ?? [], &checks) }
        Self.set(&changed.timeZone, patch.timeZone, "timeZone", most: 64, &checks) { timeZone, checks in
            checks.check(TimeZoneName.isKnown(timeZone), "timeZone", TimeZoneName.expectation)
        }
        Self.set(&changed.nameParts.given, patch.givenName, "givenName", most: NameParts.longest, &checks)
        Self.set(&changed.nameParts.middle, patch.middleName, "middleName", most: NameParts.longest, &checks)
        Self.set(&changed.nameParts.family, patch.familyName, "familyName", most: NameParts.longest, &checks)
        Self.set(&changed.nameParts.nickname, patch.nickname, "nickname", most: NameParts.longest, &checks)
        changed.details.change(by: patch, now: now, &checks)
        Self.refuseTheRest(patch, &checks)
        try checks.done()
        return changed
    }

    /// Of nothing but white space nothing is kept; each stands in a line with others, as a name does. `check`: what more is asked of what is sent.
    static func set(
        _ field: inout String?, _ patch: Patched<String>, _ name: String, most: Int, _ checks: inout Checks,
        check: (_ text: String, _ checks: inout Checks) -> Void = { _, _ in }
    ) {
        guard !patch.isAbsent else { return }
        field = checks.name(patch.value, name, most: most)
        if let field { check(field, &checks) }
    }

    private static func tags(_ sent: [String], _ checks: inout Checks) -> [String] {
        checks.check(sent.count <= mostLanguages, "languages", "must have at most \(limit: mostLanguages) languages, not \(sent.count)")
        var tags: [String] = []
        for (index, text) in sent.prefix(mostLanguages).enumerated() {
            guard let tag = LanguageTag.normalize(text) else {
                checks.fail("languages[\(index)]", "must be a language by its BCP 47 tag, such as en or fr-CA")
                continue
            }
            // The better place counts.
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    private static func refuseTheRest(_ patch: Patch, _ checks: inout Checks) {
        if !patch.username.isAbsent { checks.fail("username", "cannot be changed") }
        if !patch.role.isAbsent { checks.fail("role", "cannot be changed") }
        if !patch.email.isAbsent { checks.fail("email", "is changed by POST /account/email, with the password") }
        if !patch.avatarUrl.isAbsent { checks.fail("avatarUrl", "is where the picture is; change it by PUT or DELETE of the account's /avatar") }
    }
}
