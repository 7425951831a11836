import CareService
import Fetch
import Foundation
import Testing

@testable import AuthService

@Suite struct MailTests {
    // MARK: Addresses

    static let longestName = String(repeating: "a", count: 64) + "@example.org"
    static let tooLongName = String(repeating: "a", count: 65) + "@example.org"
    static let tooLongLabel = "ada@" + String(repeating: "a", count: 64) + ".org"
    static let tooLong = "ada@" + String(repeating: "abcdefg.", count: 32) + "org"

    @Test(arguments: [
        "ada@example.org", "ada.l+careline@sub.example.org", "o'brien@example.org", "a@xn--bcher-kva.example", MailTests.longestName
    ])
    func anAddress(_ text: String) throws { #expect(try MailAddress(text).text == text) }

    @Test(arguments: [
        "", "ada", "@example.org", "ada@", "ada@example", "a b@example.org", "a@b@example.org", ".ada@example.org", "ada.@example.org", "a..b@example.org",
        "ada@-example.org", "ada@example-.org", "ada@example..org", "ada@192.0.2.1", "ada@[192.0.2.1]", "\"ada l\"@example.org", "<ada@example.org>",
        "ada@example.org\r\nBcc: eve@example.org", "ada@example.org\n", "ada@example.org,eve@example.org", "ada@example.org>\r\nRCPT TO:<eve@example.org",
        "ada\u{0}@example.org", MailTests.tooLongName, MailTests.tooLongLabel,
        MailTests.tooLong
    ])
    func noAddress(_ text: String) { #expect(throws: MailAddress.Fault.shape) { try MailAddress(text) } }

    @Test(arguments: ["ådå@example.org", "ada@bücher.example", "ада@example.org"]) func anAddressOfAnotherScript(_ text: String) {
        #expect(throws: MailAddress.Fault.international) { try MailAddress(text) }
        var form = RegistrationTests.right
        form.email = text
        let faults = Registration.faults(form, policy: RegistrationTests.policy)
        #expect(faults.map(\.field) == ["email"] && faults[0].message.description.contains("xn--"))
    }

    @Test(
        arguments: [
            ("no-reply@example.org", nil, "no-reply@example.org"), ("Careline <no-reply@example.org>", "Careline", "no-reply@example.org"),
            ("<no-reply@example.org>", nil, "no-reply@example.org"), ("Praxis Müller <a@example.org>", "Praxis Müller", "a@example.org")
        ] as [(String, String?, String)])
    func aSender(_ text: String, _ name: String?, _ address: String) throws {
        let sender = try #require(MailSender(text))
        #expect(sender.name == name && sender.address.text == address)
    }

    @Test(arguments: ["", "Careline", "Careline <nobody>", "Care\r\nBcc: eve@example.org <a@example.org>", "Careline <a@example.org> ", "a@example.org <"])
    func noSender(_ text: String) { #expect(MailSender(text) == nil) }

    // MARK: Names of others

    /// Whoever signs up chooses what they are called, and has us write to whom they name.
    @Test(
        arguments: [
            ("Praxis Müller", "Praxis Müller"), ("grace.hopper", "grace.\u{200B}hopper"),
            ("https://evil.example/x", "https:\u{200B}/\u{200B}/\u{200B}evil.\u{200B}example/\u{200B}x"), ("eve@evil.example", "eve@\u{200B}evil.\u{200B}example"),
            ("\u{202E}eve\u{2069}", "eve"), (String(repeating: "e", count: 81), String(repeating: "e", count: 80) + "…")
        ] as [(String, String)]) func aNameIsNoLink(_ name: String, _ shown: String) throws
    {
        #expect(Array(MailedName.shown(name).unicodeScalars) == Array(shown.unicodeScalars))
        let (mails, address) = (AccountMails(issuer: "https://care.example"), try MailAddress("ada@example.net"))
        for mail in [mails.invitation(organisation: name, to: address), mails.toGuardian(.invited, ward: name, username: "ada", to: address)] {
            #expect(mail.text.contains(shown) && !mail.text.contains("evil.example"))
        }
    }

    // MARK: What goes over the wire

    private static func message(_ subject: String, _ text: String, from sender: String = "Careline <no-reply@example.org>") throws -> MailMessage {
        MailMessage(
            mail: Mail(address: try MailAddress("ada@example.net"), subject: subject, text: text), sender: try #require(MailSender(sender)),
            id: try #require(UUID(uuidString: "0190A000-0000-7000-8000-000000000001")), writtenAt: Date(timeIntervalSince1970: 1_794_873_600))
    }

    @Test func aMail() throws {
        let message = try Self.message("Set a new password", "Open this:\n\nhttps://care.example/account/reset?token=abc\n")
        let expected = [
            "Date: Tue, 17 Nov 2026 00:00:00 +0000", "From: Careline <no-reply@example.org>", "To: <ada@example.net>",
            "Message-ID: <0190a000-0000-7000-8000-000000000001@example.org>", "Subject: Set a new password", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "Auto-Submitted: auto-generated", "", "Open this:", "",
            "https://care.example/account/reset?token=3Dabc", ""
        ].joined(separator: "\r\n")
        #expect(String(decoding: message.bytes, as: UTF8.self) == expected)
    }

    @Test func whatIsNotASCIIIsEncoded() throws {
        let text = String(decoding: try Self.message("Passwort geändert", "Grüße\n", from: "Praxis Müller <a@example.org>").bytes, as: UTF8.self)
        #expect(text.contains("\r\nSubject: =?utf-8?B?UGFzc3dvcnQgZ2XDpG5kZXJ0?=\r\n"))
        #expect(text.contains("\r\nFrom: =?utf-8?B?UHJheGlzIE3DvGxsZXI=?= <a@example.org>\r\n"))
        #expect(text.hasSuffix("\r\n\r\nGr=C3=BC=C3=9Fe\r\n"))
    }

    // The arrays have their types written down: with sums and calls among the elements the compiler looks for them too long.
    private static let longWords = String(repeating: "ü€😀 ", count: 40)
    private static let longWord = String(repeating: "w", count: 500)
    private static let headers: [String] = ["plain words", "Grüße", "a\r\nBcc: eve@example.org", longWords, "=?utf-8?B?AAAA?=", longWord]

    @Test(arguments: MailTests.headers)
    func aHeadersTextStaysInItsLines(_ text: String) throws {
        let lines = EncodedWords.encode(text).components(separatedBy: "\r\n ")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        let words = lines.map { line in
            line.hasPrefix("=?utf-8?B?") ? String(decoding: Data(base64Encoded: String(line.dropFirst(10).dropLast(2))) ?? Data(), as: UTF8.self) : line
        }
        #expect(words.joined() == text)
    }

    private static func x(_ count: Int) -> String { String(repeating: "x", count: count) }
    private static let shortLines: [(String, String)] = [
        ("", "\r\n"), ("a", "a\r\n"), ("a\n", "a\r\n"), ("a\n\nb\n", "a\r\n\r\nb\r\n"), ("1=2", "1=3D2\r\n"), ("end \n", "end=20\r\n"), ("tab\t", "tab=09\r\n"),
        ("a\rb", "a=0Db\r\n"), (".\n", ".\r\n")
    ]
    private static let longLines: [(String, String)] = [
        (x(76), "\(x(76))\r\n"), (x(77), "\(x(75))=\r\nxx\r\n"), ("\(x(74))ü", "\(x(74))=\r\n=C3=BC\r\n")
    ]

    @Test(arguments: MailTests.shortLines + MailTests.longLines)
    func quotedPrintable(_ text: String, _ expected: String) { #expect(String(decoding: QuotedPrintable.encode(text), as: UTF8.self) == expected) }

    @Test func noEncodedLineIsTooLong() {
        for count in 60...90 {
            let text = String(repeating: "ü=x ", count: count) + "\n" + String(repeating: "w", count: count)
            let lines = String(decoding: QuotedPrintable.encode(text), as: UTF8.self).components(separatedBy: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 })
        }
    }

    // MARK: When it is tried again

    private static let now = Date(timeIntervalSince1970: 1_000_000)

    @Test(arguments: [(1, 10), (2, 20), (3, 40), (7, 640), (8, 900), (60, 900)]) func theWaitGrows(_ attempts: Int, _ seconds: Int) {
        let step = Retry.step(after: attempts, isRefused: false, deadline: Self.now.addingTimeInterval(86_400), now: Self.now)
        #expect(step == .again(at: Self.now.addingTimeInterval(TimeInterval(seconds))))
    }

    @Test(arguments: [(9, false, true), (10, false, true), (11, false, false), (11, true, true), (-1, false, true)])
    func itIsGivenUp(_ left: Int, _ isRefused: Bool, _ isGivenUp: Bool) {
        let step = Retry.step(after: 1, isRefused: isRefused, deadline: Self.now.addingTimeInterval(TimeInterval(left)), now: Self.now)
        #expect((step == .giveUp) == isGivenUp)
    }

    // MARK: Settings

    private static func read(_ values: [String: String]) throws -> MailSettings {
        var environment = Environment(values)
        let settings = MailSettings(&environment)
        try environment.done()
        return settings
    }

    @Test(
        arguments: [
            ("smtp://mail.example.org", "mail.example.org", 587, .startTLS), ("smtps://mail.example.org", "mail.example.org", 465, .implicit),
            ("smtp://mail.example.org:2525", "mail.example.org", 2525, .startTLS), ("smtp+plain://localhost", "localhost", 25, .none)
        ] as [(String, String, Int, MailDelivery.Encryption)])
    func aServer(_ url: String, _ host: String, _ port: Int, _ encryption: MailDelivery.Encryption) throws {
        let settings = try Self.read(["CARE_SMTP_URL": url, "CARE_MAIL_FROM": "Careline <a@example.org>", "CARE_MAIL_FOLDER": "/not/this"])
        #expect(settings.outlet == .server(SMTPServer(host: host, port: port, encryption: encryption)))
        #expect(settings.sender.address.text == "a@example.org")
    }

    @Test func aServerThatIsLoggedInto() throws {
        let settings = try Self.read(["CARE_SMTP_URL": "smtps://care%40example.org@mail.example.org", "CARE_SMTP_PASSWORD": "s3cret", "CARE_MAIL_FROM": "a@example.org"])
        let login = SMTPServer.Login(user: "care@example.org", password: "s3cret")
        #expect(settings.outlet == .server(SMTPServer(host: "mail.example.org", port: 465, encryption: .implicit, login: login)))
        #expect(!"\(settings)".contains("s3cret"))
    }

    @Test func withoutAServer() throws {
        #expect(try Self.read([:]).outlet == .none)
        #expect(try Self.read(["CARE_MAIL_FOLDER": "/var/mails"]).outlet == .folder("/var/mails"))
    }

    @Test(arguments: [
        (["CARE_SMTP_URL": "mail.example.org", "CARE_MAIL_FROM": "a@example.org"], "CARE_SMTP_URL"),
        (["CARE_SMTP_URL": "https://mail.example.org", "CARE_MAIL_FROM": "a@example.org"], "CARE_SMTP_URL"),
        (["CARE_SMTP_URL": "smtp://ada:secret@mail.example.org", "CARE_MAIL_FROM": "a@example.org"], "CARE_SMTP_URL"),
        (["CARE_SMTP_URL": "smtp+plain://ada@localhost", "CARE_SMTP_PASSWORD": "s3cret", "CARE_MAIL_FROM": "a@example.org"], "CARE_SMTP_URL"),
        (["CARE_SMTP_URL": "smtp://ada@mail.example.org", "CARE_MAIL_FROM": "a@example.org"], "CARE_SMTP_PASSWORD"),
        (["CARE_SMTP_URL": "smtp://mail.example.org"], "CARE_MAIL_FROM"), (["CARE_MAIL_FROM": "nobody"], "CARE_MAIL_FROM"),
        (["CARE_SMTP_CA_FILE": "/not/there.pem"], "CARE_SMTP_CA_FILE")
    ])
    func faultySettings(_ values: [String: String], _ name: String) throws {
        do {
            _ = try Self.read(values)
            Issue.record("nothing is wrong with \(values)")
        } catch let error as ConfigurationError {
            #expect(error.faults.map(\.name) == [name])
            #expect(!"\(error)".contains("secret") && !"\(error)".contains("s3cret"))
        }
    }
}
