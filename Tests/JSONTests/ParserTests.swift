import Foundation
import Testing

@testable import JSON

@Suite struct ParserTests {
    private static func fault(_ text: String, _ limits: JSONLimits = .resource) -> JSONFault? {
        do throws(JSONFault) {
            _ = try JSONDocument(Array(text.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "{}", "[]", "\"\"", "0", "-0", "-0.0", "1.0", "1e5", "1E+05", "1e-400", "123456789012345678901234567890.10", "true", "false", "null",
        " \t\r\n[1 , 2]\n", #"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, #""\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\""#, "\"é😀\u{10FFFF}\"",
        "\"" + String(repeating: "plain text, of many words ", count: 50) + "\"", #"{"":1}"#, "\"\u{7F}\u{80}\"",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    ])
    func takes(text: String) throws {
        #expect(Self.fault(text) == nil)
        // Foundation agrees that it is JSON.
        #expect((try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil)
    }

    private static func row(_ mark: String, _ count: Int) -> String { String(repeating: mark, count: count) }

    /// However they are written: in UTF-8, as escapes, in a name.
    static let rows = [
        "\"a\(row("\u{301}\u{316}", 33))\"", #""a\#(row(#"\u0301\u0316"#, 33))""#, #""a\#(row(#"\u0301"#, 32))\#(row("\u{316}", 33))""#,
        #"{"a\#(row("\u{301}", 65))":1}"#,
        "[\"\(row("\u{1D165}", 65))\"]", #""\#(row(#"\ud834\udd65"#, 65))""#, "\"\(row("\u{F73}", 65))\""
    ]

    /// A text is put in order, before it is compared or looked up, in time that grows with the row squared: what a stranger sends has none that is long.
    @Test(arguments: rows) func aRowOfMarksIsBounded(_ text: String) {
        #expect(Self.fault(text, .body)?.kind == .tooManyMarks(64))
        #expect(Self.fault(text, .sentResource)?.kind == .tooManyMarks(64))
        // What was stored before is read.
        #expect(Self.fault(text, .own) == nil && Self.fault(text, .resource) == nil)
    }

    static let shortRows = [
        "\"\(row("a" + row("\u{301}", 64), 20))\"", "\"\(row("\u{301}", 64))a\(row("\u{301}", 64))\"", #"["\#(row("\u{301}", 64))","\#(row("\u{301}", 64))"]"#,
        #""\#(row("\u{301}", 64))\n\#(row("\u{301}", 64))""#, #""\#(row(#"\u0301"#, 64))\u0041\#(row(#"\u0301"#, 64))""#, "\"\(row("漢字かな한국어ครู", 500))\"",
        "\"\(row("é\u{302}", 500))\""
    ]

    @Test(arguments: shortRows) func manyShortRowsAreTaken(_ text: String) { #expect(Self.fault(text, .body) == nil) }

    @Test(arguments: [
        ("", JSONFault.Kind.empty), ("  ", .empty), ("{", .unterminated), ("[1", .unterminated), ("\"abc", .unterminated), (#"{"a":1"#, .unterminated),
        ("01", .badNumber), ("1.", .badNumber), (".5", .badLiteral), ("-", .badNumber), ("1e", .badNumber), ("+1", .badLiteral), ("1.e5", .badNumber),
        ("--1", .badNumber), ("0x10", .afterTheEnd), ("NaN", .badLiteral), ("nul", .badLiteral), ("True", .badLiteral), ("'a'", .badLiteral),
        ("[1,]", .badLiteral), (#"{"a":1,}"#, .expected("a member's name in quotes")), ("{a:1}", .expected("a member's name in quotes")),
        (#"{"a" 1}"#, .expected("a colon")), ("[1 2]", .expected("a comma or ]")), (#"{"a":1 "b":2}"#, .expected("a comma or }")),
        ("1 2", .afterTheEnd), ("{}x", .afterTheEnd), (#""\x""#, .badEscape), (#""\u12g4""#, .badEscape), (#""\ud800""#, .badEscape),
        (#""\ud800\u0041""#, .badEscape), (#""\udc00""#, .badEscape), ("\"a\u{0}\"", .controlCharacter), ("\"line\nbreak\"", .controlCharacter),
        ("\u{FEFF}{}", .byteOrderMark), ("é", .badLiteral), (#"{"\ud800":1}"#, .badEscape), (#"{"\udc00":1}"#, .badEscape), (#"{"a":1,"a":2}"#, .duplicateKey),
        (#"{"a":1,"\u0061":2}"#, .duplicateKey),
        (#"{"\ud800A":1}"#, .badEscape), (#"{"\q":1}"#, .badEscape), (#"{"\uZZZZ":1}"#, .badEscape), (#"{"\"#, .unterminated), (#"{"\u00"#, .badEscape),
        (#"{"resourceType":1,"resourceTypf":2,"resourceType":3}"#, .duplicateKey)
    ])
    func refuses(text: String, kind: JSONFault.Kind) { #expect(Self.fault(text)?.kind == kind) }

    @Test func refusesWhatIsNoUTF8() {
        let faults: [[UInt8]] = [
            [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF], [0xE2, 0x28, 0xA1]
        ]
        for bytes in faults {
            // Behind different lengths of plain text, since that is read eight bytes at a time.
            for padding in 0..<9 {
                let text = [UInt8(ascii: "\"")] + [UInt8](repeating: 0x61, count: padding) + bytes + Array("\" ".utf8)
                #expect(throws: JSONFault.self) { try JSONDocument(text) }
            }
        }
    }

    @Test func quotesAndEscapesAreSeenAtEveryPlace() throws {
        for padding in 0..<20 {
            let plain = String(repeating: "x", count: padding)
            for (escape, meaning) in [(#"\""#, "\""), (#"\\"#, "\\"), ("é", "é"), ("\u{7F}", "\u{7F}"), (" ", " "), ("!", "!"), ("[", "["), ("]", "]")] {
                let document = try JSONDocument(Array("[\"\(plain)\(escape)\(plain)\",1]".utf8))
                #expect(document.root.children.first { _ in true }?.string == plain + meaning + plain)
            }
            #expect(throws: JSONFault.self) { try JSONDocument(Array("\"\(plain)\u{1F}\"".utf8)) }
        }
    }

    @Test func nestingHasALimit() {
        let deep = String(repeating: "[", count: 101) + String(repeating: "]", count: 101)
        #expect(Self.fault(deep)?.kind == .tooDeep(100))
        #expect(Self.fault(String(repeating: "[", count: 1_000_000))?.kind == .tooDeep(100))
        #expect(Self.fault(deep, .body)?.kind == .tooDeep(64))
        var limits = JSONLimits.resource
        limits.values = 1000
        #expect(Self.fault("[" + String(repeating: "0,", count: 998) + "0]", limits) == nil)
        #expect(Self.fault("[" + String(repeating: "0,", count: 999) + "0]", limits)?.kind == .tooMany(1000))
        limits.bytes = 10
        #expect(Self.fault("[1,2,3,4,5]", limits)?.kind == .tooLong(10))
    }

    @Test(arguments: [
        (#"{"code":{"coding":[{"a":1},{"display":"x","display":"y"}]}}"#, "code.coding[1].display"),
        (#"{"a":1,"list":[1,[2,3,{"b":tru}]]}"#, "list[1][2].b"),
        (#"{"a":{"b":1},"c":{"d":"\q"}}"#, "c.d"),
        (#"{"häßlich":{"x":1,"x":2}}"#, "?.x"),
        (#"[0,{"a":[],"a":[]}]"#, "[1].a")
    ])
    func faultsNameTheirPath(text: String, path: String) { #expect(Self.fault(text)?.path == path) }

    @Test func manyNamesAreComparedQuickly() throws {
        let members = (0..<50_000).map { "\"member\($0)\":1" }.joined(separator: ",")
        #expect(Self.fault("{\(members)}") == nil)
        #expect(Self.fault("{\(members),\"member7\":1}")?.kind == .duplicateKey)
    }

    @Test func theNULCharacterIsRefusedWhereItCannotBeStored() {
        for text in [#"{"a":["\u0000"]}"#, "{\"a\":[\"x\u{0}\"]}", #"{"a":["\\\u0000"]}"#] {
            #expect(Self.fault(text, .body)?.kind == .nul)
            #expect(Self.fault(text, .body)?.path == "a[0]")
        }
        #expect(Self.fault(#"{"\u0000":1}"#, .body)?.kind == .nul)
        #expect(Self.fault(#"["\\u0000","\u0001"]"#, .body) == nil)
        #expect(Self.fault(#"["\u0000"]"#) == nil)
        #expect(Self.fault("[\"\u{0}\"]")?.kind == .controlCharacter)
    }

    /// What is strange outside strings is named for what it is.
    @Test func bytesThatAreNoTextAreSeenOutsideStringsToo() {
        #expect(throws: JSONFault(kind: .notUTF8, offset: 1, path: "")) { try JSONDocument([UInt8(ascii: "["), 0xFF]) }
        #expect(throws: JSONFault(kind: .notUTF8, offset: 0, path: "")) { try JSONDocument([0xFE, 0xFF, 0, 0x7B]) }
    }

    /// However many values stand before it, a value's path takes as many steps as it is deep.
    @Test func aPathIsFoundFromTheValueUp() throws {
        let document = try JSONDocument(Array("{\"entry\":[\(String(repeating: "0,", count: 100_000))[{\"a\":1}]]}".utf8))
        let last = document.nodes.count - 1
        #expect(JSONPath.chain(to: last, in: document.nodes).count == 4)
        #expect(document.path(to: last) == "entry[100000][0].a")
        #expect(document.path(to: 50_002) == "entry[50000]")
        #expect(document.root["entry"]?.childCount == 100_001)
    }

    @Test func aReadingThatNobodyWaitsForEnds() async {
        let text = Array(("[" + String(repeating: "0,", count: JSONParser.stride * 2) + "0]").utf8)
        let reading = Task {
            while !Task.isCancelled { await Task.yield() }
            return (try? JSONDocument(text)) == nil
        }
        reading.cancel()
        #expect(await reading.value)
    }

    @Test func valuesAreFoundAndRead() throws {
        let text = #"{"a":"x","b":{"c":[1,2.50,{"d":"Gr\u00fc\u00dfe \ud83d\ude00"}]},"e\u0066":false,"n":null}"#
        let root = try JSONDocument(Array(text.utf8)).root
        #expect(root["a"]?.string == "x")
        let list = try #require(root["b"]?["c"])
        let items = Array(list.children)
        #expect(items.count == 3)
        #expect(items[1].number == 2.5 && String(decoding: items[1].bytes, as: UTF8.self) == "2.50")
        #expect(items[2]["d"]?.string == "Grüße 😀")
        #expect(items[2]["d"]?.path == "b.c[2].d")
        #expect(root["ef"]?.kind == .false && root["n"]?.kind == .null)
        #expect(root["absent"] == nil && root["a"]?["b"] == nil)
        #expect(Array(root.children).count == 4)
    }

    @Test func readsWhatTheWriterWrites() throws {
        var json = JSONWriter()
        json.object { $0.member("text", "a\"\\\n\u{1}é") }
        #expect(try JSONDocument(json.bytes).root["text"]?.string == "a\"\\\n\u{1}é")
    }
}
