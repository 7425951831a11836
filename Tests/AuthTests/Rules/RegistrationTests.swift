import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct RegistrationTests {
    static let policy = PasswordPolicy(commonList: Array("# list\npassword\ncorrecthorsebattery\n".utf8))
    static let right = Registration.Form(
        username: "Ada.Lovelace", password: "violet teapot sings", role: "patient", fullName: " Ada Lovelace ",
        avatarUrl: "https://example.org/a.png", email: "ada@example.org", timeZone: "America/Winnipeg")

    @Test func aRightOneIsNormalized() throws {
        let found = try Registration.check(Self.right, policy: Self.policy)
        #expect(found.username == "ada.lovelace")
        #expect(found.role == .patient)
        #expect(found.fullName == "Ada Lovelace")
    }

    @Test func everyFaultAtOnce() {
        let form = Registration.Form(
            username: "a b", password: "short", role: "admin", specialty: "x\u{7}", fullName: String(repeating: "n", count: 201),
            avatarUrl: "javascript:alert(1)", email: "nobody", timeZone: "Mars/Olympus")
        let fields = Registration.faults(form, policy: Self.policy).map(\.field)
        #expect(fields == ["username", "password", "role", "specialty", "fullName", "avatarUrl", "email", "timeZone"])
        #expect(Registration.faults(.init(), policy: Self.policy).map(\.field) == ["username", "password", "role"])
    }

    @Test func aNameThatTurnsTheDirectionOfWritingIsRefused() {
        var form = Self.right
        form.fullName = "Ada\u{202E}"
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["fullName"])
    }

    @Test(arguments: ["admin", "scheduler", "service", "Patient", ""]) func noOtherRoleCanBeTaken(_ type: String) {
        var form = Self.right
        form.role = type
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["role"])
    }

    @Test func aSpecialtyIsForProviders() throws {
        var form = Self.right
        form.role = "provider"
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialty"])
        form.specialty = "cardiology"
        #expect(try Registration.check(form, policy: Self.policy).specialty == "cardiology")
        form.role = "patient"
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialty"])
    }

    @Test func severalSpecialtiesBeginWithTheMainOne() throws {
        var form = Self.right
        (form.role, form.specialty, form.specialties) = ("provider", "cardiology", ["cardiology", " sleep"])
        let found = try Registration.check(form, policy: Self.policy)
        #expect(found.specialty == "cardiology" && found.otherSpecialties == ["sleep"])
        // The list says which one that is.
        form.specialty = nil
        #expect(try Registration.check(form, policy: Self.policy) == found)
        form.providerSpecialty = "cardiology"
        #expect(try Registration.check(form, policy: Self.policy) == found)
        form.providerSpecialty = "sleep"
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["providerSpecialty"])
        (form.specialty, form.providerSpecialty) = ("sleep", nil)
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialty"])
        (form.specialty, form.specialties) = ("cardiology", ["cardiology", "Cardiologist"])
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialties[1]"])
        (form.specialty, form.specialties) = (nil, [])
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialties"])
        (form.role, form.specialties) = ("patient", ["cardiology"])
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialties"])
    }

    /// White space alone is none, whatever else hangs on it is one: the table's constraint asks a patient for none, and nobody finds a provider without.
    @Test(arguments: [("patient", " \u{301}"), ("provider", "\u{200B}"), ("provider", " \u{2003}\n"), ("provider", "")])
    func whatIsBlankIsNoSpecialty(_ type: String, _ specialty: String) {
        var form = Self.right
        form.role = type
        form.specialty = specialty
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialty"])
    }

    @Test func theFormerNamesSayTheSame() throws {
        var form = Self.right
        (form.role, form.userType, form.providerSpecialty) = (nil, "provider", "cardiology")
        let found = try Registration.check(form, policy: Self.policy)
        #expect(found.role == .provider && found.specialty == "cardiology")
        (form.role, form.specialty) = ("provider", "cardiology")
        #expect(Registration.faults(form, policy: Self.policy) == [])
    }

    @Test func aFaultIsOfTheNameThatCame() {
        var form = Self.right
        (form.role, form.userType, form.providerSpecialty) = (nil, "admin", "x\u{7}")
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["userType", "providerSpecialty"])
    }

    @Test func bothNamesAtOnceHaveToAgree() {
        var form = Self.right
        form.userType = "provider"
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["role", "userType"])
        (form.role, form.specialty, form.providerSpecialty) = ("provider", "cardiology", "podiatry")
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["specialty", "providerSpecialty"])
    }

    @Test(arguments: ["EST5EDT", "GMT+5", "America/Nowhere", "PST", "+02:00"]) func noTimeZone(_ name: String) {
        var form = Self.right
        form.timeZone = name
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["timeZone"])
    }

    @Test(arguments: ["a@b@c.d", "@example.org", "a@", "a@b", "a b@c.d", "a@b..c"]) func noEmail(_ email: String) {
        var form = Self.right
        form.email = email
        #expect(Registration.faults(form, policy: Self.policy).map(\.field) == ["email"])
    }

    @Test(
        arguments: [
            ("elevenchars", .tooShort), ("twelve chars", nil), (String(repeating: "ab cde", count: 21) + "xy", nil),
            (String(repeating: "ab cde", count: 21) + "xyz", .tooLong), ("Password2024!!", .common), ("1234password", .common),
            ("CorrectHorseBattery", .common), ("aaaaaaaaaaaaaa", .common), ("abcdabcdabcd", .common), ("abcdefghijklm", .common),
            ("098765432109", .common), ("my grace.hopper!", .likeUsername), ("ünïcödé pass", nil), ("密码密码密码密码密码密码甲乙丙", nil)
        ] as [(String, PasswordPolicy.Fault?)])
    func passwords(_ password: String, _ fault: PasswordPolicy.Fault?) {
        #expect(Self.policy.fault(in: PasswordPolicy.normalize(password), username: "grace.hopper") == fault)
    }

    /// Marks are put in order in time that grows with their number squared. What is longer than any password is left as it is, and is none.
    @Test func longPasswordsAreNotNormalised() {
        let long = "a" + String(repeating: "\u{301}", count: 40_000) + String(repeating: "\u{316}", count: 40_000)
        #expect(PasswordPolicy.normalize(long).utf8.elementsEqual(long.utf8))
        #expect(Self.policy.fault(in: PasswordPolicy.normalize(long), username: "grace.hopper") == .tooLong)
        let longest = String(repeating: "e\u{323}\u{302}", count: 100)
        #expect(longest.utf8.count <= PasswordPolicy.mostBytes && PasswordPolicy.normalize(longest).unicodeScalars.count == 100)
    }

    @Test func spellingsOfOneTextAreOnePassword() {
        #expect(PasswordPolicy.normalize("cafe\u{301} ﬁn") == PasswordPolicy.normalize("café fin"))
        #expect(Array(PasswordPolicy.normalize("e\u{301}").utf8) == Array("é".utf8))
    }

    @Test func theListOfTheServiceRefusesTheUsual() {
        let policy = PasswordPolicy(commonList: PackageResources.common_passwords_txt)
        for password in ["password1234", "qwertyuiop123", "iloveyou2024!", "123456789012", "Welcome12345!", "correcthorsebatterystaple"] {
            #expect(policy.fault(in: password, username: "someone") == .common)
        }
        #expect(policy.fault(in: "violet teapot sings", username: "someone") == nil)
    }

    /// Of the long list: at its top, far down among the first 100,000 (as a word with digits around), and long ones from beyond.
    @Test(arguments: ["1q2w3e4r5t6y", "Liverpool2024!", "2019-scooby-2019", "1234qwerasdfzxcv", "unbelievable", "lovelovelove", "manchesterunited", "qazwsxedcrfv123"])
    func theLongListRefusesTheUsual(_ password: String) {
        #expect(Self.policy.fault(in: PasswordPolicy.normalize(password), username: "someone") == .common)
    }

    @Test(arguments: ["violet teapot sings", "xK9#mQ2$vL7@", "nine quiet rivers at dawn", "7834-zvqk-2291", "a1b2x9y8z7w6q5", "ein Pferd isst keinen Gurkensalat"])
    func theLongListLetsOthersBe(_ password: String) {
        #expect(Self.policy.fault(in: PasswordPolicy.normalize(password), username: "someone") == nil)
    }

    /// Searched by halves: out of order, some would never be found.
    @Test func theMarksAreInOrder() {
        let text = CommonPasswords.marks.withUTF8Buffer { Array($0) }
        #expect(text.count == 7 * CommonPasswords.count)
        #expect(CommonPasswords.count > 80_000)
        let marks = stride(from: 0, to: text.count, by: 7).map { text[$0..<$0 + 7] }
        #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    }

    /// Nothing that nobody ever used is taken for one: at 42 bits this fails once in 400 lists.
    @Test func othersAreNotTakenForThem() {
        #expect((0..<100_000).filter { CommonPasswords.contains("never used by anybody \($0)") }.isEmpty)
    }

    @Test(
        arguments: [
            ("careline12345", "someone@example.org", .likeService), ("CareLine!CareLine!", nil, .likeService), ("careline is not all of it", nil, nil),
            ("wintermute1234", "wintermute@example.org", .likeEmail), ("wintermute@example.org", "Wintermute@Example.org", .likeEmail),
            ("wintermute sleeps under the ice", "wintermute@example.org", nil), ("bobs quiet rivers", "bob@example.org", nil)
        ] as [(String, String?, PasswordPolicy.Fault?)])
    func whatNamesThePersonOrTheService(_ password: String, _ email: String?, _ fault: PasswordPolicy.Fault?) {
        #expect(Self.policy.fault(in: PasswordPolicy.normalize(password), username: "someone", email: email) == fault)
    }

    @Test func aPasswordIsHeldAgainstTheEmailAddress() throws {
        var form = Self.right
        (form.password, form.email) = ("wintermute-77", "wintermute@example.org")
        let fault = try #require(Registration.faults(form, policy: Self.policy).first)
        #expect(fault.field == "password")
        #expect(fault.message.description.contains("e-mail"))
    }
}
