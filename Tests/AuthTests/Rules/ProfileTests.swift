import CareModels
import Foundation
import JSON
import Testing

@testable import AuthService

@Suite struct ProfileTests {
    private static let before = Profile(
        title: "Dr.", fullName: "Amara Okafor", specialty: "cardiology", practice: "Riverside", languages: ["en"], timeZone: "America/Winnipeg")

    /// 23:00 in the UTC, when the next day has begun in the east.
    private static let now = RFC3339.parse("2026-03-08T23:00:00Z") ?? .distantPast

    private static func patch(_ json: String) throws -> Profile.Patch { try CareJSON.decode(Profile.Patch.self, from: Data(json.utf8)) }

    private static func changed(_ profile: Profile, by json: String, role: Role = .provider) throws -> Profile {
        try profile.changed(by: patch(json), role: role, now: now)
    }

    private static func faults(_ json: String, role: Role = .provider) throws -> [String] {
        let patch = try patch(json)
        do throws(Faults) {
            _ = try before.changed(by: patch, role: role, now: now)
            return []
        } catch {
            return error.all.map(\.field)
        }
    }

    private static func message(of field: String, _ json: String) throws -> String {
        let patch = try patch(json)
        do throws(Faults) {
            _ = try before.changed(by: patch, role: .provider, now: now)
            return ""
        } catch {
            return error.all.first { $0.field == field }?.message(in: .english) ?? ""
        }
    }

    @Test func whatIsAbsentStaysAndNullClears() throws {
        #expect(try Self.changed(Self.before, by: "{}") == Self.before)
        let cleared = try Self.changed(Self.before, by: #"{"title":null,"fullName":" ","practice":null,"languages":null,"timeZone":null}"#)
        #expect(cleared == Profile(title: nil, fullName: nil, specialty: "cardiology", practice: nil, languages: [], timeZone: nil))
        let changed = try Self.changed(Self.before, by: #"{"title":" Prof. ","languages":["FR-ca","en","fr-CA"],"timeZone":"Europe/Paris"}"#)
        #expect(changed.title == "Prof." && changed.languages == ["fr-CA", "en"] && changed.timeZone == "Europe/Paris")
        #expect(changed.fullName == "Amara Okafor")
    }

    @Test func aNamesPartsAreKeptAsTheyAreWritten() throws {
        let named = try Self.changed(Self.before, by: #"{"givenName":" Amara ","middleName":"Ngozi Ada","familyName":"Okafor","nickname":"Ama"}"#)
        #expect(named.nameParts == NameParts(given: "Amara", middle: "Ngozi Ada", family: "Okafor", nickname: "Ama") && named.fullName == "Amara Okafor")
        // Neither is made of the other.
        #expect(try Self.changed(named, by: #"{"fullName":"Jo Tremblay"}"#).nameParts == named.nameParts)
        let fewer = try Self.changed(named, by: #"{"givenName":null,"nickname":" "}"#, role: .patient)
        #expect(fewer.nameParts == NameParts(middle: "Ngozi Ada", family: "Okafor"))
        let long = String(repeating: "n", count: NameParts.longest + 1)
        #expect(
            try Self.faults(#"{"givenName":"\#(long)","middleName":"\#(long)","familyName":"\#(long)","nickname":"\#(long)"}"#)
                == ["givenName", "middleName", "familyName", "nickname"])
        #expect(throws: (any Error).self) { _ = try Self.patch(#"{"givenName":{"is":"Amara"}}"#) }
    }

    @Test func noNameTurnsTheDirectionOfWriting() throws {
        for name in ["title", "fullName", "practice", "givenName", "middleName", "familyName", "nickname"] {
            #expect(try Self.faults("{\"\(name)\":\"\\u202Eeve\"}") == [name])
            #expect(try Self.faults("{\"\(name)\":\"\\u200Feve\"}").isEmpty)
        }
    }

    @Test func detailsAreKeptAsTheyAreWritten() throws {
        let written = try Self.changed(
            Self.before,
            by: #"{"birthdate":" 1975-03-08 ","gender":"female","profileUrl":"https://social.example/@amara","websiteUrl":"https://okafor.example/"}"#)
        let details = PersonalDetails(
            profileURL: "https://social.example/@amara", websiteURL: "https://okafor.example/", gender: "female", birthdate: "1975-03-08")
        #expect(written.details == details)
        #expect(try Self.changed(written, by: #"{"fullName":"Jo Tremblay"}"#).details == details)
        let fewer = try Self.changed(written, by: #"{"birthdate":null,"gender":" ","profileUrl":null}"#, role: .patient)
        #expect(fewer.details == PersonalDetails(websiteURL: "https://okafor.example/"))
        let long = String(repeating: "g", count: PersonalDetails.longestGender + 1)
        #expect(
            try Self.faults(#"{"websiteUrl":"okafor.example","profileUrl":"mailto:a@okafor.example","birthdate":"8 March","gender":"\#(long)"}"#)
                == ["gender", "birthdate", "profileUrl", "websiteUrl"])
    }

    /// The last is 29 February of a year that is not said.
    @Test(arguments: ["1975-03-08", "1850-01-01", "2000-02-29", "2026-03-08", "2026-03-09", "1850", "1975", "2026", "0000-03-08", "0000-02-29"])
    func aDateOfBirthIsOne(_ text: String) throws {
        #expect(try Self.changed(Self.before, by: #"{"birthdate":"\#(text)"}"#).details.birthdate == text)
    }

    @Test(arguments: [
        "1975-02-29", "1900-02-29", "1975-13-01", "1975-00-10", "1975-3-8", "75", "19750308", "1975-03", "--03-08", "0000-02-30", "08.03.1975",
        "1975-03-08T00:00:00Z", "-975", "+1975-03-08", "\u{661}\u{669}\u{667}\u{665}"
    ])
    func whatIsNoDateOfBirthHearsWhatOneIs(_ text: String) throws {
        #expect(try Self.message(of: "birthdate", #"{"birthdate":"\#(text)"}"#).hasPrefix("must be a day that there is, such as 1975-03-08"))
    }

    @Test(arguments: ["1849-12-31", "1849", "0001", "0000", "2026-03-10", "2027", "9999-12-31"])
    func nobodyWasBornThen(_ text: String) throws {
        #expect(try Self.message(of: "birthdate", #"{"birthdate":"\#(text)"}"#) == "must be from the year 1850 on, and not in the future")
    }

    @Test(arguments: [
        "https://okafor.example", "http://okafor.example/a/b?c=d&e=%C3%A9#f", "https://social.example/@amara", "https://okafor.example:8443/?to=a@b.example",
        "HTTPS://xn--bcher-kva.example/"
    ])
    func anAddressIsOne(_ text: String) throws {
        #expect(try Self.changed(Self.before, by: #"{"websiteUrl":"\#(text)"}"#).details.websiteURL == text)
    }

    @Test(arguments: [
        "okafor.example", "//okafor.example", "ftp://okafor.example", "javascript:alert(1)", "data:text/html,x", "https:okafor.example", "https://", "https:///a",
        "https://okafor.example/a b", "https://okafor.example/<b>", "https://bücher.example", "https://okafor.example:99999", "https://okafor.example/%zz",
        "https://okafor.example/%00"
    ])
    func whatIsNoAddressIsRefused(_ text: String) throws {
        #expect(
            try Self.message(of: "profileUrl", #"{"profileUrl":"\#(text)"}"#)
                == "must be an http or https address in ASCII characters, such as https://example.org/jo")
    }

    @Test func anAddressHoldsNobodysPasswordAndHasItsLimit() throws {
        for text in ["https://amara:secret@okafor.example/", "https://amara@okafor.example"] {
            #expect(try Self.message(of: "websiteUrl", #"{"websiteUrl":"\#(text)"}"#) == "must not hold a user or a password", "\(text)")
        }
        #expect(try Self.faults(#"{"websiteUrl":"https://@okafor.example/"}"#) == ["websiteUrl"])
        let site = "https://okafor.example/"
        let most = site + String(repeating: "a", count: PageAddress.longest - site.count)
        #expect(try Self.changed(Self.before, by: #"{"websiteUrl":"\#(most)"}"#).details.websiteURL == most)
        #expect(
            try Self.message(of: "websiteUrl", #"{"websiteUrl":"\#(most)a"}"#) == "must have at most 500 characters (Unicode code points), not 501")
    }

    @Test func everyFaultAtOnce() throws {
        let long = String(repeating: "n", count: 201)
        #expect(
            try Self.faults(
                #"{"title":"\#(long)","fullName":"\#(long)","specialty":"\#(long)","practice":"\#(long)","languages":["en","x"],"timeZone":"Mars/Olympus","role":"admin"}"#
            )
                == ["title", "fullName", "specialty", "practice", "languages[1]", "timeZone", "role"])
        #expect(try Self.faults(#"{"languages":["a1","b2","c3","d4","e5","f6","g7","h8","en"]}"#).first == "languages")
    }

    @Test func whatIsChangedElsewhereOrNeverIsNamed() throws {
        #expect(
            try Self.faults(#"{"username":"other","role":{"is":"admin"},"email":null,"avatarUrl":"https://example.org/a.png"}"#)
                == ["username", "role", "email", "avatarUrl"])
    }

    @Test func aSpecialtyAndAPracticeAreAProviders() throws {
        #expect(try Self.faults(#"{"specialty":null}"#) == ["specialty"])
        #expect(try Self.faults(#"{"specialty":" "}"#) == ["specialty"])
        #expect(try Self.faults(#"{"specialty":"cardiology","practice":"Home"}"#, role: .patient) == ["specialty", "practice"])
        #expect(try Self.faults(#"{"specialty":null,"practice":null}"#, role: .patient) == [])
        #expect(try Self.faults(#"{"specialties":["cardiology"]}"#, role: .patient) == ["specialties"])
        #expect(try Self.faults(#"{"specialties":[]}"#, role: .patient) == ["specialties"])
        #expect(try Self.faults(#"{"specialties":null}"#, role: .patient) == [])
    }

    private static func specialties(_ profile: Profile, by json: String) throws -> [String] {
        let changed = try changed(profile, by: json)
        return [changed.specialty].compactMap { $0 } + changed.otherSpecialties
    }

    @Test func severalSpecialtiesAreReplacedWhole() throws {
        let several = try Self.changed(Self.before, by: #"{"specialties":[" pediatrics ","Cardiology","sleep"]}"#)
        #expect(several.specialty == "pediatrics" && several.otherSpecialties == ["Cardiology", "sleep"] && several.practice == "Riverside")
        #expect(try Self.specialties(several, by: #"{"title":null}"#) == ["pediatrics", "Cardiology", "sleep"])
        #expect(try Self.specialties(several, by: #"{"specialties":["sleep"]}"#) == ["sleep"])
        #expect(try Self.specialties(several, by: #"{"specialty":"surgery","specialties":[" surgery","sleep"]}"#) == ["surgery", "sleep"])
    }

    @Test func theMainSpecialtyIsChangedByItself() throws {
        let several = try Self.changed(Self.before, by: #"{"specialties":["pediatrics","Cardiology","sleep"]}"#)
        #expect(try Self.specialties(several, by: #"{"specialty":"surgery"}"#) == ["surgery", "Cardiology", "sleep"])
        // One of the others is there once, however it is spelled.
        #expect(try Self.specialties(several, by: #"{"specialty":"cardiologist"}"#) == ["cardiologist", "sleep"])
        #expect(try Self.specialties(several, by: #"{"specialty":"Paediatrician"}"#) == ["Paediatrician", "Cardiology", "sleep"])
    }

    private static let noSpecialties: [(String, [String])] = [
        (#"{"specialties":null}"#, ["specialties"]), (#"{"specialties":[]}"#, ["specialties"]),
        (#"{"specialties":["a","b","c","d","e","f","g","h","i"]}"#, ["specialties"]),
        (#"{"specialties":["a"," "]}"#, ["specialties[1]"]), (#"{"specialties":["a\u0007"]}"#, ["specialties[0]"]),
        (#"{"specialties":["sleep","b","Sle\u0301ep"]}"#, ["specialties[2]"]), (#"{"specialties":["cardiology","cardiologue"]}"#, ["specialties[1]"]),
        (#"{"specialties":["394579002","Cardiology","heart doctor"]}"#, ["specialties[1]", "specialties[2]"]),
        (#"{"specialty":"b","specialties":["a","b"]}"#, ["specialty"]), (#"{"specialty":null,"specialties":["a"]}"#, ["specialty"]),
        (#"{"specialty":" ","specialties":["a"]}"#, ["specialty"]), (#"{"specialty":"a","specialties":[""]}"#, ["specialties[0]"])
    ]

    @Test(arguments: Self.noSpecialties) func whatIsNoListOfSpecialtiesIsRefused(_ json: String, _ fields: [String]) throws {
        #expect(try Self.faults(json) == fields)
    }

    @Test func aSpecialtyAndTheirNumberHaveTheirLimits() throws {
        let longest = String(repeating: "s", count: Profile.longestSpecialty)
        #expect(try Self.specialties(Self.before, by: #"{"specialties":["sleep","\#(longest)"]}"#) == ["sleep", longest])
        #expect(try Self.faults(#"{"specialties":["sleep","\#(longest)s"]}"#) == ["specialties[1]"])
        #expect(try Self.specialties(Self.before, by: #"{"specialties":["a","b","c","d","e","f","g","h"]}"#).count == Profile.mostSpecialties)
        #expect(
            try Self.message(of: "specialties", #"{"specialties":["a","b","c","d","e","f","g","h","i"]}"#) == "must have at most 8 specialties, not 9")
        #expect(throws: (any Error).self) { _ = try Self.patch(#"{"specialties":"cardiology"}"#) }
    }

    private static let good: [(String, String)] = [
        ("en", "en"), ("EN-us", "en-US"), ("zh-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("sl-Rozaj-1994", "sl-rozaj-1994"), ("yue", "yue")
    ]
    private static let bad: [String] = [
        "", "e", "english-", "en_US", "en-", "-en", "x-private", "en-x-private", "en-u-ca-buddhist", "fr-CA-FR", "de-1996-1996", "\u{E9}", "abcd", "en-US-12"
    ]

    @Test(arguments: Self.good) func aTagIsWrittenInItsUsualCase(_ text: String, _ tag: String) {
        #expect(LanguageTag.normalize(text) == tag)
    }

    @Test(arguments: Self.bad) func whatIsNoTagIsRefused(_ text: String) {
        #expect(LanguageTag.normalize(text) == nil)
    }
}
