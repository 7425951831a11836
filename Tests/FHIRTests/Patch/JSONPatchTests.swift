import Foundation
import JSON
import Testing

@testable import FHIR

@Suite struct JSONPatchTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    private static func patched(_ document: String, _ patch: String) throws -> String {
        String(decoding: try JSONPatch(try value(patch)).apply(to: try value(document)), as: UTF8.self)
    }

    private static func fault(_ document: String, _ patch: String) throws -> PatchFault {
        do {
            let bytes = try JSONPatch(try value(patch)).apply(to: try value(document))
            Issue.record("applied: \(String(decoding: bytes, as: UTF8.self))")
            throw CancellationError()
        } catch let fault as PatchFault {
            return fault
        }
    }

    // MARK: Long pointers

    @Test func aLongPointerIsNone() throws {
        let slashes = String(repeating: "/", count: 1 << 20)
        #expect(JSONPointer(slashes) == nil)
        #expect(JSONPointer("/" + String(repeating: "a", count: JSONPointer.longest - 1))?.steps.count == 1)
        let fault = try Self.fault("{}", #"[{"op":"test","path":"\#(slashes)","value":1}]"#)
        #expect(fault.isMalformed && fault.text.description.contains("at most \(JSONPointer.longest) bytes"))
        #expect(fault.text.description.utf8.count < 1_000)
    }

    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func aPointerIsReadOnce() {
        func looks(_ count: Int) -> Int { Looks.counted { #expect(JSONPointer(String(repeating: "/~0", count: count))?.steps.count == count) } }
        let (once, twice) = (looks(1_000), looks(2_000))
        #expect(once >= 1_000 && Double(twice) < 2.5 * Double(once), "\(twice) after \(once)")
    }

    // MARK: RFC 6902's own cases

    private static let cases = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cases/json-patch.json")

    @Test func theCommonCasesHold() throws {
        let cases = try JSONDocument(Array(try Data(contentsOf: Self.cases))).root
        var count = 0
        for (index, one) in cases.children.enumerated() {
            let (document, patch) = (try #require(one["doc"]), try #require(one["patch"]))
            let name = "case \(index): \(one["comment"]?.string ?? "")"
            count += 1
            if one["error"] != nil {
                #expect(throws: PatchFault.self, "\(name)") { try JSONPatch(patch).apply(to: document) }
                continue
            }
            let bytes = try JSONPatch(patch).apply(to: document)
            guard let expected = one["expected"] else { continue }
            #expect(try JSONDocument(bytes).root.isEqual(expected), "\(name) gave \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(count == 91)
    }

    // MARK: Bytes

    @Test(arguments: [
        // White space, exact decimals, escapes and the order of members stay as they were.
        (
            "{ \"a\" : 1.00 ,\n \"b\":[ 1 , 2 ] , \"c\" : \"\\u00e9\" }", #"[{"op":"replace","path":"/b/0","value":7}]"#,
            "{ \"a\" : 1.00 ,\n \"b\":[ 7 , 2 ] , \"c\" : \"\\u00e9\" }"
        ),
        ("{ \"a\" : 1.00 , \"b\" : 2 }", #"[{"op":"remove","path":"/a"}]"#, "{ \"b\" : 2 }"),
        ("{ \"a\" : 1.00 }", #"[{"op":"add","path":"/b","value":[1e2]}]"#, "{ \"a\" : 1.00 ,\"b\":[1e2]}"),
        ("[ 1 , 2 ]", #"[{"op":"add","path":"/1","value":5}]"#, "[ 1 ,5, 2 ]"),
        ("{\"a\":{ \"x\" : -0.0 },\"b\":{}}", #"[{"op":"move","from":"/a/x","path":"/b/y"}]"#, "{\"a\":{},\"b\":{\"y\":-0.0}}"),
        ("{\"a\":{ \"x\" : 1e2 }}", #"[{"op":"copy","from":"/a","path":"/b"},{"op":"replace","path":"/a/x","value":1}]"#, "{\"a\":{ \"x\" : 1 },\"b\":{ \"x\" : 1e2 }}"),
        ("{ \"a\" : 1 }", "[]", "{ \"a\" : 1 }")
    ])
    func whatNoOperationTouchesStays(document: String, patch: String, result: String) throws {
        #expect(try Self.patched(document, patch) == result)
    }

    // MARK: Equality

    @Test(arguments: [
        ("1.0", "1.00", true), ("10e-1", "1", true), ("-0", "0.0", true), ("12345678901234567890.1", "12345678901234567890.2", false), ("1e400", "1e401", false),
        ("1e99999999999999999999", "1e99999999999999999999", true),
        ("1e-9223372036854775808", "1E-9223372036854775808", false), ("1e-9223372036854775808", "1", false), ("\"\\u0061\"", "\"a\"", true),
        ("\"é\"", "\"e\\u0301\"", false),
        ("{\"a\":1,\"b\":[2]}", "{\"b\":[2.0],\"a\":1}", true), ("[1,2]", "[2,1]", false), ("{\"a\":null}", "{}", false), ("\"1\"", "1", false)
    ])
    func testComparesValues(one: String, other: String, isSame: Bool) throws {
        #expect(try Self.value(one).isEqual(Self.value(other)) == isSame)
        #expect(try Self.value(other).isEqual(Self.value(one)) == isSame)
    }

    // MARK: Faults

    @Test(
        arguments: [
            ("{}", "{}", nil, nil, true), ("{}", "[1]", 0, nil, true), ("{}", #"[{"op":"add","path":"a","value":1}]"#, 0, "a", true),
            ("{}", #"[{"op":"add","path":"/~2","value":1}]"#, 0, "/~2", true),
            ("{\"a\":1}", #"[{"op":"test","path":"/a","value":1},{"op":"remove","path":"/b"}]"#, 1, "/b", false),
            ("{\"a\":1}", #"[{"op":"test","path":"/a","value":2}]"#, 0, "/a", false), ("[1]", #"[{"op":"add","path":"/2","value":1}]"#, 0, "/2", false),
            ("[1]", #"[{"op":"add","path":"/01","value":1}]"#, 0, "/01", false), ("[1]", #"[{"op":"remove","path":"/-"}]"#, 0, "/-", false),
            ("{\"a\":{}}", #"[{"op":"move","from":"/a","path":"/a/b"}]"#, 0, "/a/b", true), ("{}", #"[{"op":"remove","path":""}]"#, 0, "", false)
        ] as [(String, String, Int?, String?, Bool)])
    func faultsNameOperationAndPlace(document: String, patch: String, operation: Int?, place: String?, isMalformed: Bool) throws {
        let fault = try Self.fault(document, patch)
        #expect(fault.operation == operation)
        #expect(fault.place == place)
        #expect(fault.isMalformed == isMalformed)
    }

    @Test func itIsBounded() throws {
        let test = #"{"op":"test","path":"","value":{}}"#
        let most = "[" + Array(repeating: test, count: JSONPatch.mostOperations).joined(separator: ",") + "]"
        #expect(try Self.patched("{}", most) == "{}")
        #expect(try Self.fault("{}", most.dropLast() + "," + test + "]").isMalformed)
        // A copy into itself doubles each time: what comes of it is read again, and that is bounded by depth.
        let doubling = "[" + Array(repeating: #"{"op":"copy","from":"","path":"/a"}"#, count: 120).joined(separator: ",") + "]"
        #expect(try Self.fault("{}", doubling).operation == 100)
    }

    static let bombs: [[String]] = [
        // The same long text, again and again.
        (0..<JSONPatch.mostOperations).map { #"{"op":"copy","from":"/a","path":"/b\#($0)"}"# },
        // All of it, each time twice as long.
        (0..<60).map { #"{"op":"copy","from":"","path":"/b\#($0)"}"# },
        // And taken away again.
        (0..<60).flatMap { _ in [#"{"op":"copy","from":"","path":"/b"}"#, #"{"op":"remove","path":"/b"}"#] }
    ]

    /// A few bytes would make gigabytes of a resource that is within its limits.
    @Test(arguments: bombs)
    func whatItMakesIsBounded(operations: [String]) throws {
        let document = "{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}"
        let fault = try Self.fault(document, "[" + operations.joined(separator: ",") + "]")
        #expect((fault.operation ?? 0) < 64 && !fault.isMalformed)
    }

    // MARK: Ways

    private static func ones(_ count: Int) -> String { "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }

    private static func patch(_ operations: [String]) throws -> JSONPatch { try JSONPatch(try value("[" + operations.joined(separator: ",") + "]")) }

    /// A place in a list is found by going over those before it: a few bytes of each operation ask for that.
    @Test func whatIsPassedOverIsBounded() throws {
        let far = #"{"op":"test","path":"/99999","value":1}"#
        let fault = try Self.fault(Self.ones(100_000), "[" + Array(repeating: far, count: JSONPatch.mostOperations).joined(separator: ",") + "]")
        #expect(fault.operation == JSONPatch.mostSteps / 100_000 && !fault.isMalformed)
    }

    static let ways: [(operation: String, steps: Int)] = [
        (#"{"op":"test","path":"/999","value":1}"#, 1_000), (#"{"op":"test","path":"/0","value":1}"#, 1), (#"{"op":"test","path":"/999","value":2}"#, 1_000),
        (#"{"op":"test","path":"/1000","value":1}"#, 1_000), (#"{"op":"copy","from":"/999","path":"/-"}"#, 2_000), (#"{"op":"move","from":"/999","path":"/0"}"#, 2_124),
        (#"{"op":"replace","path":"/5","value":2}"#, 1_000), (#"{"op":"remove","path":"/0"}"#, 1_125), (#"{"op":"add","path":"/200","value":2}"#, 1_100)
    ]

    /// Whether it is applied or refused: each child that is looked at or taken apart, and an eighth of those that move up.
    @Test(arguments: ways) func whatItCostsIsTold(_ operation: String, _ steps: Int) throws {
        let document = try Self.value(Self.ones(1_000))
        var work = PatchWork()
        _ = try? Self.patch([operation]).apply(to: document, &work)
        #expect(work.steps == steps, "\(operation)")
        #expect(work.bytes >= document.bytes.count)
    }

    @Test func membersArePassedOverToo() throws {
        let document = try Self.value("{" + (0..<1_000).map { "\"a\($0)\":1" }.joined(separator: ",") + "}")
        var work = PatchWork()
        _ = try Self.patch([#"{"op":"test","path":"/a999","value":1}"#, #"{"op":"test","path":"/a9","value":1}"#]).apply(to: document, &work)
        #expect(work.steps == 1_010)
        #expect(throws: PatchFault.self) { try Self.patch([#"{"op":"test","path":"/none","value":1}"#]).apply(to: document, &work) }
        #expect(work.steps == 2_010)
    }

    @Test func manyComparisonsOfSmallPartsOfALongResourceAreTaken() throws {
        let document = "{\"a\":\"\(String(repeating: "x", count: 1 << 20))\",\"b\":{\"c\":1}}"
        let tests = Array(repeating: #"{"op":"test","path":"/b/c","value":1}"#, count: JSONPatch.mostOperations)
        #expect(try Self.patched(document, "[" + tests.joined(separator: ",") + "]") == document)
    }
}
