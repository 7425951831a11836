import CareModels
import Foundation
import JSON
import Testing

@testable import RecordsService

/// What others in a transaction call a resource (http://hl7.org/fhir/R4/bundle.html#references).
@Suite struct TransactionReferenceTests {
    private static let at = Date(timeIntervalSince1970: 1_772_800_000)

    /// The resource as it is stored; `names` lead to Patient/p, whose version is 7, and the resource's own `fullUrl` is `own`.
    private static func stored(_ members: String, names: [String] = ["http://other.example/fhir/Patient/1"], own: String? = nil) throws -> String {
        var references: TransactionReferences = [:]
        for name in names {
            references[name] = "Patient/p"
            references.set(version: 7, of: name)
        }
        let fullURL = own.map { #""fullUrl":"\#($0)","# } ?? ""
        let resource = #"{"resourceType":"Condition",\#(members)}"#
        let entry = try JSONDocument(Array(#"{\#(fullURL)"resource":\#(resource),"request":{"method":"POST","url":"Condition"}}"#.utf8)).root
        let seen = references.seen(from: try BundleEntry(entry))
        let bytes = try ResourceDraft(Array(resource.utf8)).stamped(id: "c", version: 1, at: Self.at, references: seen)
        return String(decoding: bytes, as: UTF8.self)
    }

    struct Case: Sendable {
        var written: String
        var stored: String
        var own: String?

        init(_ written: String, _ stored: String, own: String? = nil) { (self.written, self.stored, self.own) = (written, stored, own) }
    }

    private static let siblings = "http://other.example/fhir/Condition/9"
    static let cases = [
        Case("http://other.example/fhir/Patient/1", "Patient/p"), Case("http:\\/\\/other.example\\/fhir\\/Patient\\/1", "Patient/p"),
        Case("http://other.example/fhir/Patient/1/_history/3", "Patient/p/_history/7"),
        // What begins otherwise is somewhere else.
        Case("https://other.example/fhir/Patient/1", "https://other.example/fhir/Patient/1"),
        Case("http://other.example/fhir/Patient/12", "http://other.example/fhir/Patient/12"), Case("Patient/1", "Patient/1"),
        Case("Patient/1", "Patient/p", own: siblings), Case("Patient/1/_history/3", "Patient/p/_history/7", own: siblings),
        Case("Patient/2", "Patient/2", own: siblings), Case("#a", "#a", own: siblings), Case("Patient/1", "Patient/1", own: "urn:uuid:9"),
        Case("Patient/1", "Patient/1", own: "http://else.example/fhir/Condition/9"), Case("Patient/1", "Patient/1", own: "http://other.example/Condition/9")
    ]

    @Test(arguments: cases) func aReferenceIsReplacedByWhereItLeads(_ one: Case) throws {
        let stored = try Self.stored(#""subject":{"reference":"\#(one.written)"}"#, own: one.own)
        #expect(stored.contains(#""subject":{"reference":"\#(one.stored)"}"#), "\(stored)")
    }

    /// An address that is also what a definition is called, or what a text says.
    @Test(arguments: [
        #""url":"http://other.example/fhir/Patient/1""#, #""extension":[{"url":"http://other.example/fhir/Patient/1","valueString":"x"}]"#,
        #""x":{"modifierExtension":[{"url":"http://other.example/fhir/Patient/1","valueString":"x"}]}"#,
        #""code":{"coding":[{"system":"http://other.example/fhir/Patient/1"}]}"#, #""note":[{"text":"http://other.example/fhir/Patient/1"}]"#
    ])
    func elsewhereAnAddressStays(_ members: String) throws { #expect(try Self.stored(members).hasSuffix(members + "}")) }

    @Test func attachmentsLeadToo() throws {
        #expect(try Self.stored(#""photo":[{"url":"http://other.example/fhir/Patient/1"}]"#).contains(#""photo":[{"url":"Patient/p"}]"#))
    }

    @Test(arguments: [
        (#"<a href=\"urn:uuid:1\">x</a>"#, #"<a href=\"Patient/p\">x</a>"#), (#"<a\n href = 'urn:uuid:1'/>"#, #"<a\n href = 'Patient/p'/>"#),
        (#"<img alt=\"=\" src=\"urn:uuid:1\"/><a href=\"urn:uuid:2\"/>"#, #"<img alt=\"=\" src=\"Patient/p\"/><a href=\"urn:uuid:2\"/>"#),
        (#"<a href=\"urn:uuid:1"#, #"<a href=\"urn:uuid:1"#), (#"<a data-href=\"urn:uuid:1\"/>"#, #"<a data-href=\"urn:uuid:1\"/>"#),
        ("urn:uuid:1 = urn:uuid:1", "urn:uuid:1 = urn:uuid:1")
    ])
    func narrativesLeadToo(_ written: String, _ stored: String) throws {
        let text = try Self.stored(#""text":{"div":"<div>\#(written)</div>"}"#, names: ["urn:uuid:1"])
        #expect(text.contains(#""text":{"div":"<div>\#(stored)</div>"}"#), "\(text)")
    }

    /// Of so many links each is looked at once.
    @Test func linksOfANarrativeAreBoundedByGrowth() throws {
        var references: TransactionReferences = [:]
        references["urn:"] = String(repeating: "X", count: 8_000)
        let links = String(repeating: "<a href='urn:'/>", count: 1_000)
        let draft = try ResourceDraft(Array(#"{"resourceType":"Basic","text":{"div":"\#(links)"}}"#.utf8))
        #expect(try references.growth(of: draft.value) == 1_000 * (8_000 - 4))
        #expect(throws: ResourceFault.self) { try draft.stamped(id: "c", version: 1, at: Self.at, references: references) }
    }

    @Test(
        arguments: [
            ("http://a/fhir/Patient/1", "http://a/fhir/"), ("https://a/Patient/1", "https://a/"), ("http://a/fhir/Nothing/1", nil),
            ("http://a/Patient/1/_history/2", nil),
            ("ftp://a/fhir/Patient/1", nil), ("urn:uuid:1", nil), ("Patient/1", nil), ("http://a/Patient/_", nil)
        ] as [(String, String?)])
    func aFullURLTellsItsRoot(_ url: String, _ root: String?) { #expect(EntryName(url)?.root == root) }

    @Test(arguments: [
        ("urn:uuid:1", true), ("http://a/b", true), ("http://a/Patient/1/_history/2", false), ("http://a/Patient?x=y", false), ("Patient/1", false), ("a", false)
    ])
    func whatIsAName(_ text: String, _ isOne: Bool) { #expect(EntryName.isName(text) == isOne) }
}
