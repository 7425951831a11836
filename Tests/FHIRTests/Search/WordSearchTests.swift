import FHIR
import JSON
import Testing

/// `_text` and `_content`: what counts as a word, and of what.
@Suite struct WordSearchTests {
    private static let narrative = """
        <div xmlns=\\"http://www.w3.org/1999/xhtml\\" title=\\"a > hidden\\"><p>Hyper<b>ten</b>sion &amp; ob&eacute;sit&#233;</p><td>left</td><td>right</td>\
        <!-- secret -- <p>unseen</p> --><img alt=\\"picture\\"/>62.5&#xA0;kg&nbsp;net&bogus;end</div>
        """
    private static let resource = """
        {"resourceType":"Observation","id":"o-1","text":{"status":"generated","div":"\(narrative)"},
         "code":{"coding":[{"system":"http://loinc.org","code":"8867-4","display":"Herzfrequenz – Straße"}]},"valueQuantity":{"value":62.50,"unit":"beats"},
         "note":[{"text":"Caf\\u00e9 \\"Zo\\u00eb\\"\\nКрасная, 心拍数 ΣΊΣΥΦΟΣ"}],"component":[{"valueAttachment":{"data":"aGlkZGVu","hash":"aGFzaA==","title":"Lungs"}}]}
        """

    private static func isFound(_ query: String, in text: String = resource, of type: String = "Observation") throws -> Bool {
        let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
        guard case .body(let condition) = try SmallTable.parser.condition(halves[0], halves[1], of: type) else {
            Issue.record("\(query) asks no body")
            return false
        }
        return condition.holds(of: try JSONDocument(Array(text.utf8)).root)
    }

    @Test(arguments: [
        // The narrative, as people read it.
        ("_text=hypertension", true), ("_text=HYPER", true), ("_text=tension", false), ("_text=obesite", true), ("_text=Obésité", true), ("_text=obésité hyper", true),
        ("_text=left right", true), ("_text=leftright", false), ("_text=kg", true), ("_text=net", true), ("_text=end", true), ("_text=62.5", true), ("_text=62", true),
        ("_text=2.5", false), ("_text=hypertension lungs", false), ("_text=lungs,hyper", true), ("_text=lungs,heart", false),
        // Neither tags, attributes nor comments.
        ("_text=hidden", false), ("_text=secret", false), ("_text=unseen", false), ("_text=picture", false), ("_text=xmlns", false), ("_text=div", false),
        // All texts and numbers, whatever the script.
        ("_content=herzfreq strasse", true), ("_content=hypertension", true), ("_content=xhtml", false), ("_content=cafe zoe", true), ("_content=красн", true),
        ("_content=心拍", true), ("_content=σισυφος", true), ("_content=8867", true), ("_content=62.50", true), ("_content=loinc", true), ("_content=generated", true),
        ("_content=lungs beats", true), ("_content=lungs feats", false), ("_content=n", true), ("_content=nKрасная", false),
        // What is in files.
        ("_content=aGlkZGVu", false), ("_content=aGFzaA", false),
        // Names of elements are no text.
        ("_content=valueQuantity", false)
    ])
    func finds(_ query: String, _ isFound: Bool) throws { #expect(try Self.isFound(query) == isFound, "\(query)") }

    @Test func whatIsEscapedSeparatesWords() throws {
        #expect(try Self.isFound(#"_content=cafe\, zoe"#))
        let text = #"{"resourceType":"Basic","text":{"div":"<div>a&lt;b<br/>c &amp"}}"#
        for word in ["a", "b", "c", "amp"] { #expect(try Self.isFound("_text=\(word)", in: text, of: "Basic"), "\(word)") }
        #expect(try !Self.isFound("_text=lt", in: text, of: "Basic"))
        // What never ends hides what is behind it, and nothing else.
        #expect(try Self.isFound("_text=seen", in: #"{"text":{"div":"<div>seen <!-- unseen"}}"#, of: "Basic"))
        #expect(try !Self.isFound("_text=unseen", in: #"{"text":{"div":"<div>seen <!-- unseen"}}"#, of: "Basic"))
        #expect(try !Self.isFound("_text=x", in: #"{"resourceType":"Basic"}"#, of: "Basic"))
        #expect(try !Self.isFound("_text=x", in: #"{"resourceType":"Basic","text":{"div":7}}"#, of: "Basic"))
    }

    private static let many = (0..<21).map { "w\($0)" }
    static let faults = [
        "_text=", "_text=–,a", "_content=...", "_content:exact=a", "_content:contains=a", "_text.name=a", "_content=" + many.joined(separator: " "),
        "_content=" + many.joined(separator: ",")
    ]

    @Test(arguments: faults) func refuses(_ query: String) {
        let halves = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        #expect(throws: SearchFault.self) { try SmallTable.parser.condition(halves[0], halves[1], of: "Observation") }
    }

    /// It has to be opened: whoever decides by the index alone has to say so.
    @Test func theIndexDoesNotAnswer() throws {
        let condition = try SmallTable.parser.condition("_content", "heart", of: "Observation")
        #expect(!condition.isSettled && !condition.holds(of: SearchConditionTests.observation))
        #expect(condition.signatures.isEmpty && SearchTerms.any(of: condition, SmallTable.lookup) == nil)
        guard case .chain(_, let links) = try SmallTable.parser.condition("subject:Patient._text", "heart", of: "Observation") else {
            Issue.record("no chain")
            return
        }
        #expect(links.map(\.type) == ["Patient"])
    }
}
