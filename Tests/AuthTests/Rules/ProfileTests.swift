import CareModels
import Foundation
import JSON
import Testing

@testable import AuthService

@Suite struct ProfileTests {
    private static let before = Profile(
        title: "Dr.", fullName: "Amara Okafor", specialty: "cardiology", practice: "Riverside", languages: ["en"], timeZone: "America/Winnipeg")

    private static func patch(_ json: String) throws -> Profile.Patch { try CareJSON.decode(Profile.Patch.self, from: Data(json.utf8)) }

    private static func faults(_ json: String, role: Role = .provider) throws -> [String] {
        let patch = try patch(json)
        do throws(Faults) {
            _ = try before.changed(by: patch, role: role)
            return []
        } catch {
            return error.all.map(\.field)
        }
    }

    @Test func whatIsAbsentStaysAndNullClears() throws {
        #expect(try Self.before.changed(by: Self.patch("{}"), role: .provider) == Self.before)
        let cleared = try Self.before.changed(
            by: Self.patch(#"{"title":null,"fullName":" ","practice":null,"languages":null,"timeZone":null}"#), role: .provider)
        #expect(cleared == Profile(title: nil, fullName: nil, specialty: "cardiology", practice: nil, languages: [], timeZone: nil))
        let changed = try Self.before.changed(
            by: Self.patch(#"{"title":" Prof. ","languages":["FR-ca","en","fr-CA"],"timeZone":"Europe/Paris"}"#), role: .provider)
        #expect(changed.title == "Prof." && changed.languages == ["fr-CA", "en"] && changed.timeZone == "Europe/Paris")
        #expect(changed.fullName == "Amara Okafor")
    }

    @Test func aNamesPartsAreKeptAsTheyAreWritten() throws {
        let named = try Self.before.changed(
            by: Self.patch(#"{"givenName":" Amara ","middleName":"Ngozi Ada","familyName":"Okafor","nickname":"Ama"}"#), role: .provider)
        #expect(named.nameParts == NameParts(given: "Amara", middle: "Ngozi Ada", family: "Okafor", nickname: "Ama") && named.fullName == "Amara Okafor")
        // Neither is made of the other.
        #expect(try named.changed(by: Self.patch(#"{"fullName":"Jo Tremblay"}"#), role: .provider).nameParts == named.nameParts)
        let fewer = try named.changed(by: Self.patch(#"{"givenName":null,"nickname":" "}"#), role: .patient)
        #expect(fewer.nameParts == NameParts(middle: "Ngozi Ada", family: "Okafor"))
        let long = String(repeating: "n", count: NameParts.longest + 1)
        #expect(
            try Self.faults(#"{"givenName":"\#(long)","middleName":"\#(long)","familyName":"\#(long)","nickname":"\#(long)"}"#)
                == ["givenName", "middleName", "familyName", "nickname"])
        #expect(throws: (any Error).self) { _ = try Self.patch(#"{"givenName":{"is":"Amara"}}"#) }
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
