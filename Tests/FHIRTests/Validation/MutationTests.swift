import Foundation
import JSON
import Testing

@testable import FHIR

/// Faults made in official examples (MutationTable), each of which has to be found at its place and by its rule.
///
/// `deploy/dev/fhir/make-mutations` reads its expectations out of the definitions by other means than the validator's table.
///
/// Beside another implementation, fhir.resources 6.5.0 of PyPI (on pydantic 1), which knows types and cardinalities: of these 652 it refuses 302, and has no such type for 4. The other 346 it lets
/// through, and by the definitions we do not: it makes what it wants of values of another kind (`true` for a string, 1.5 for an integer), looks into no value set, into no white space of
/// addresses and into no base64, and takes times without a zone and days of one digit. Nothing that it refuses here passes with us. Of the 653 official examples it refuses 8: types and an
/// Evidence of R4 that R4B changed, which is what it knows. We take all.
@Suite struct MutationTests {
    struct Mutation {
        let release: String
        let file: String
        let act: String
        let pointer: [String]
        let argument: String
        let expression: String
        let rule: String

        init(_ line: Substring) {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            (release, file, act, argument, expression, rule) = (parts[0], parts[1], parts[2], parts[4], parts[5], parts[6])
            pointer = parts[3].split(separator: "/").map(String.init)
        }

        /// The example with the fault in it.
        func made() throws -> JSONDocument {
            let document = try JSONDocument(try OfficialExamples.bytes(release, file))
            var value = document.root
            for step in pointer {
                let next = value.isList ? Array(value.children)[Int(step) ?? 0] : value[step]
                value = try #require(next, "\(file): \(pointer)")
            }
            var bytes = document.bytes
            switch act {
            case "remove":
                // With a comma, the one behind it or else the one before.
                var range = value.memberBytes.startIndex..<value.range.upperBound
                if let comma = bytes[range.upperBound...].firstIndex(where: { $0 > 0x20 }), bytes[comma] == UInt8(ascii: ",") {
                    range = range.lowerBound..<comma + 1
                } else if let comma = bytes[..<range.lowerBound].lastIndex(where: { $0 > 0x20 }), bytes[comma] == UInt8(ascii: ",") {
                    range = comma..<range.upperBound
                }
                bytes.removeSubrange(range)
            case "rename":
                let start = value.memberBytes.startIndex + 1
                let name = try #require(pointer.last)
                bytes.replaceSubrange(start..<start + name.utf8.count, with: Array(argument.utf8))
            default: bytes.replaceSubrange(value.range, with: Array(argument.utf8))
            }
            return try JSONDocument(bytes)
        }
    }

    private static var all: [Mutation] {
        MutationTable.text.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }.split(separator: "\n").map(Mutation.init)
    }

    @Test(.enabled(if: OfficialExamples.areThere, OfficialExamples.reason)) func eachFaultIsFoundWhereItIs() throws {
        #expect(Self.all.count >= 300)
        for mutation in Self.all {
            let release = try #require(FHIRRelease(rawValue: mutation.release))
            let issues = try Validator(release).validate(try mutation.made().root).errors
            let found = issues.contains { $0.expression == mutation.expression && $0.rule == mutation.rule }
            #expect(found, "\(mutation.file) \(mutation.act) /\(mutation.pointer.joined(separator: "/")): \(issues.map { "\($0.expression) \($0.rule)" })")
        }
    }
}
