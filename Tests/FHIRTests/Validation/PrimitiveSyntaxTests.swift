import JSON
import Testing

@testable import FHIR

/// How values of each primitive type are written, and how not.
@Suite struct PrimitiveSyntaxTests {
    private static let texts: [(PrimitiveType, right: [String], wrong: [String])] = [
        (.string, ["a", " a ", "a\tb\r\nc", "é😀"], ["\u{1}", "a\u{8}", "\u{B}"]),
        (.markdown, ["# a\n", "*"], ["\u{0}"]),
        (.code, ["a", "a b", "a-b", "é"], [" a", "a ", "a  b", "a\n\nb", " "]),
        (.id, ["a", "A-1.b", String(repeating: "x", count: 64)], ["", "a_b", "a b", "é", String(repeating: "x", count: 65)]),
        (.uri, ["urn:x", "http://a/b?c#d", "#a", "a"], ["a b", "a\n"]),
        (.url, ["http://a"], ["http://a b"]), (.canonical, ["http://a|1.0"], ["a\tb"]),
        (.oid, ["urn:oid:1.2.3", "urn:oid:2.16.840", "urn:oid:0.0"], ["1.2.3", "urn:oid:3.1", "urn:oid:1", "urn:oid:1.02", "urn:oid:1..2", "urn:oid:1.2."]),
        (
            .uuid, ["urn:uuid:c757873d-ec9a-4326-a141-556f43239520"],
            ["urn:uuid:C757873D-EC9A-4326-A141-556F43239520", "c757873d-ec9a-4326-a141-556f43239520", "urn:uuid:c757873dec9a4326a141556f43239520"]
        ),
        (.base64Binary, ["YQ==", "YWI=", "YWJj", "YW\nJj", " YWJj "], ["YQ", "YQ=", "Y===", "Y=Q=", "Y*==", " ", "===="]),
        (
            .date, ["2026", "2026-03", "2026-03-06", "2024-02-29", "0001-01-01", "9999-12-31"],
            ["2026-02-29", "1900-02-29", "2026-13", "2026-00", "2026-04-31", "26", "2026-3-6", "2026-03-06T00:00:00Z", "banana", "0000", "2026-", "+2026"]
        ),
        (
            .dateTime, ["2026", "2026-03", "2026-03-06", "2026-03-06T11:10:00Z", "2026-03-06T11:10:00.123456+14:00", "2026-03-06T23:59:60-00:00"],
            [
                "2026-03-06T11:10Z", "2026-03-06T11:10:00", "2026-03-06T24:00:00Z", "2026-03-06T11:60:00Z", "2026-03-06T11:10:61Z", "2026-03T11:10:00Z",
                "2026-03-06T11:10:00+14:01", "2026-03-06T11:10:00+0100", "2026-03-06 11:10:00Z", "2026-03-06T11:10:00.Z", "2026-03-06T11:10:00z"
            ]
        ),
        (.instant, ["2026-03-06T11:10:00Z", "2026-03-06T11:10:00.1-06:00"], ["2026", "2026-03-06", "2026-03-06T11:10:00", "2026-02-30T11:10:00Z"]),
        (.time, ["11:10:00", "23:59:60", "00:00:00.5"], ["24:00:00", "11:10", "11:10:00Z", "1:10:00", "11:10:00."])
    ]

    @Test func textsAreWrittenSo() {
        for (type, right, wrong) in Self.texts {
            for (text, isRight) in right.map({ ($0, true) }) + wrong.map({ ($0, false) }) {
                let allowed = Array(text.utf8).withUnsafeBufferPointer { PrimitiveSyntax(release: .r4).allows($0, as: type) }
                #expect(allowed == isRight, "\(type.rawValue) \(text)")
            }
        }
    }

    @Test(
        arguments: [
            (.integer, ["0", "-1", "2147483647", "-2147483648"], ["1.0", "1e2", "-0", "2147483648", "-2147483649", "99999999999999999999"]),
            (.positiveInt, ["1", "2147483647"], ["0", "-1", "1.0", "2147483648"]), (.unsignedInt, ["0", "7"], ["-1", "-0", "0.5"]),
            (.decimal, ["0", "-0.0", "1e-7", "12345678901234567890.123456789"], [])
        ] as [(PrimitiveType, [String], [String])]) func numbersAreWrittenSo(type: PrimitiveType, right: [String], wrong: [String])
    {
        for (text, isRight) in right.map({ ($0, true) }) + wrong.map({ ($0, false) }) {
            #expect(Array(text.utf8).withUnsafeBufferPointer { PrimitiveSyntax.allows(number: $0, as: type) } == isRight, "\(type.rawValue) \(text)")
        }
    }

    /// STU3's years may be before the first.
    @Test func yearsOfSTU3() {
        for (text, isRight) in [("-0044-03-15", true), ("0000", true), ("-44", false), ("-", false)] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { PrimitiveSyntax(release: .stu3).allows($0, as: .date) } == isRight, "\(text)")
        }
    }
}
