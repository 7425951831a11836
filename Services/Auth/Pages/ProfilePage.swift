import CareModels
import HTTP

/// Where a person changes what their account shows of them.
struct ProfilePage {
    var user: UserRecord
    /// What was typed, where something of it was wrong.
    var typed: [String: String]?
    /// What was typed of an account that is another by now: shown beside what stands there.
    var late: [String: String]?
    var faults: [Fault] = []
    var alert: Text?
    var form: FormContext

    var page: Page {
        var fields = names + details
        if user.role == .provider {
            fields.append(field("specialty", "Specialty", user.specialty, most: Profile.longestSpecialty, isOptional: false))
            fields.append(otherSpecialties)
            fields.append(field("practice", "Practice", user.practice, most: Profile.longestPractice, hint: "Where you work", autocomplete: "organization"))
        }
        fields.append(field("languages", "Languages", user.languages.joined(separator: ", "), hint: "The best one first, such as fr-CA, en"))
        fields.append(field("timeZone", "Time zone", user.timeZone, hint: "Such as America/Winnipeg"))
        return Page(
            title: "Change your profile",
            content: """
                <h1>\(text: "Change your profile")</h1>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.profile.path)">
                \(form.hidden)
                <input type="hidden" name="revision" value="\(typed?["revision"] ?? String(user.revision))">
                \(fields.map(\.html))<button type="submit">\(text: "Save")</button>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.profile.address(in: $0) })
    }

    private var names: [Field] {
        [
            field("title", "Title", user.title, most: Profile.longestTitle, hint: "Before the name, such as Dr.", autocomplete: "honorific-prefix"),
            field("fullName", "Full name", user.fullName, most: Profile.longestName, autocomplete: "name"),
            field(
                "givenName", "Given name", user.nameParts.given, most: NameParts.longest,
                hint: "For apps that ask for the parts of your name; others see the full name", autocomplete: "given-name"),
            field("middleName", "Middle names", user.nameParts.middle, most: NameParts.longest, autocomplete: "additional-name"),
            field("familyName", "Family name", user.nameParts.family, most: NameParts.longest, autocomplete: "family-name"),
            field("nickname", "Nickname", user.nameParts.nickname, most: NameParts.longest, autocomplete: "nickname")
        ]
    }

    /// What others never see here.
    private var details: [Field] {
        [
            field(
                "birthdate", "Date of birth", user.details.birthdate, most: Birthdate.mostCharacters,
                hint: "For apps that you let see your profile: 1975-03-08, the year alone, or 0000-03-08 without it", autocomplete: "bday"),
            field(
                "gender", "Gender", user.details.gender, most: PersonalDetails.longestGender,
                hint: "For these apps: female or male, which they understand, or a word of your own", autocomplete: "sex"),
            field(
                "profileUrl", "Page about you", user.details.profileURL, most: PageAddress.longest,
                hint: "For these apps: an address such as https://example.org/jo"),
            field("websiteUrl", "Website", user.details.websiteURL, most: PageAddress.longest, hint: "For these apps, too", autocomplete: "url")
        ]
    }

    /// Of a list's faults those of the others: the main one has a field of its own.
    private var otherSpecialties: Field {
        var others = field(
            "otherSpecialties", "Other specialties", user.otherSpecialties.joined(separator: "\n"), hint: "One on each line; patients find you by each of them")
        let fault = faults.first { $0.field == "specialties" || $0.field.hasPrefix("specialties[") && $0.field != "specialties[0]" }
        (others.fault, others.isFocused, others.rows) = (fault?.message, fault != nil && fault == faults.first, 3)
        return others
    }

    private func field(
        _ name: String, _ label: Text, _ value: String?, most: Int? = nil, hint: Text? = nil, autocomplete: String = "off", isOptional: Bool = true
    ) -> Field {
        // A list's faults are of its items.
        let fault = faults.first { $0.field == name || $0.field.hasPrefix("\(name)[") }
        // Browsers send lines with both of their ends.
        let late = late?[name].map { $0.replacing("\r\n", with: "\n") }
        let former = late.flatMap { $0 == value ?? "" ? nil : $0 }
        return Field(
            name: name, label: label, value: typed.map { $0[name] ?? "" } ?? value ?? "", autocomplete: autocomplete,
            hint: former.map { "You had typed: \($0)" } ?? hint, fault: fault?.message,
            isOptional: isOptional, isFocused: fault != nil && fault == faults.first, most: most)
    }
}
