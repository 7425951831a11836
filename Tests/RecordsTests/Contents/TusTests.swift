import Foundation
import Testing

@testable import RecordsService

@Suite struct TusTests {
    @Test(
        arguments: [
            ("", [:]), ("filename d29ybGQ=", ["filename": "world"]), ("a YQ==,b YsOp", ["a": "a", "b": "bé"]), ("is_confidential", ["is_confidential": ""]),
            ("a YQ==, b Yg==", ["a": "a", "b": "b"]), ("a YQ==,\u{301}b Yg==", ["a": "a", "\u{301}b": "b"])
        ] as [(String, [String: String])])
    func metadata(text: String, values: [String: String]) throws { #expect(try Tus.metadata(text) == values) }

    @Test(arguments: ["a !", "a YQ== more", "a YQ==,a YQ==", "a /w==", "a " + String(repeating: "YQYQ", count: 2000)]) func badMetadata(text: String) {
        #expect(throws: Tus.Refusal.metadata) { try Tus.metadata(text) }
    }

    @Test func aRowOfMarksIsNoValue() throws {
        func value(_ count: Int) -> String { Data(String(repeating: "\u{301}", count: count).utf8).base64EncodedString() }
        #expect(try Tus.metadata("a \(value(64))").count == 1)
        #expect(throws: Tus.Refusal.metadata) { try Tus.metadata("a \(value(65))") }
    }

    @Test func checksums() throws {
        #expect(try Tus.Checksum("sha1 AQI=") == Tus.Checksum("sha1  AQI="))
        #expect(try Tus.Checksum("sha1 AQI=").value == [1, 2])
        for bad in ["", "sha1", "md5 AQI=", "sha1 ???", "sha1 AQI= x"] { #expect(throws: Tus.Refusal.checksum) { try Tus.Checksum(bad) } }
    }
}
