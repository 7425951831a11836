import Foundation
import Testing

@testable import JSON

/// Our parser beside Python's `json` and Foundation's `JSONSerialization`, over a table of cases (`Cases/make` writes it, with what
/// Python says of each).
@Suite struct DifferentialTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var isOurs: Bool
        var isPythons: Bool
        /// Python's value in one line; or, where the two differ, why.
        var value: String
        var text: [UInt8]

        var testDescription: String { name }
    }

    static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/verdicts.tsv")
        let table = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return table.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { row in
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Case(
                name: cells[0], isOurs: cells[1] == "y", isPythons: cells[2] == "y", value: cells[3], text: [UInt8](Data(base64Encoded: cells[4]) ?? Data()))
        }
    }()

    @Test func theTableIsThere() { #expect(Self.cases.count > 150) }

    @Test(arguments: cases) func eachIsTakenOrRefused(_ one: Case) throws {
        guard one.isOurs else {
            #expect(throws: JSONFault.self) { try JSONDocument(one.text) }
            return
        }
        let document = try JSONDocument(one.text)
        if one.isPythons { #expect(Self.line(document.root) == one.value) }
    }

    /// Whatever we take, Foundation takes too, and reads the same.
    @Test(arguments: cases.filter(\.isOurs)) func foundationReadsTheSame(_ one: Case) throws {
        let document = try JSONDocument(one.text)
        // A number beyond every Double is one to us until somebody asks for a Double; Foundation refuses it.
        guard !one.value.contains("huge") else {
            #expect(document.root.number == nil)
            return
        }
        let value = try JSONSerialization.jsonObject(with: Data(one.text), options: .fragmentsAllowed)
        #expect(Self.isSame(document.root, value), "\(value)")
    }

    /// What Foundation takes and we do not is what Python takes and we do not, for the same reason, a little more of Unicode's other
    /// encodings and of deep nesting, and a comma after the last.
    // Not a closure in the attribute: the compiler does not survive that.
    private static let notOurs = cases.filter { !$0.isOurs }

    @Test(arguments: notOurs) func foundationIsLooserWhereItIsKnown(_ one: Case) {
        let isTaken = (try? JSONSerialization.jsonObject(with: Data(one.text), options: .fragmentsAllowed)) != nil
        let isKnown = ["duplicate name", "another encoding", "too deep"].contains(one.value) || one.name.hasPrefix("comma at the end of")
        #expect(isKnown || !isTaken, "Foundation takes \(one.name)")
    }

    /// As `Cases/make` writes values.
    private static func line(_ value: JSONValue) -> String {
        func text(_ string: String?) -> String { "s" + (string ?? "?").utf8.map { String(format: "%02x", $0) }.joined() }
        switch value.kind {
        case .null: return "null"
        case .true: return "true"
        case .false: return "false"
        case .string: return text(value.string)
        case .array: return "[" + value.children.map(line).joined(separator: ",") + "]"
        case .object:
            let members = value.children.map { (name: $0.name ?? "", line: line($0)) }
            let sorted = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            return "{" + sorted.map { "\(text($0.name)):\($0.line)" }.joined(separator: ",") + "}"
        case .number:
            let digits = String(decoding: value.bytes, as: UTF8.self)
            if !digits.contains(where: { ".eE".contains($0) }) { return "i" + (digits == "-0" ? "0" : digits) }
            return value.number.map { String(format: "d%016lx", $0.bitPattern) } ?? "huge"
        }
    }

    private static func isSame(_ value: JSONValue, _ other: Any) -> Bool {
        switch value.kind {
        case .null: return other is NSNull
        case .true: return other as? Bool == true
        case .false: return other as? Bool == false
        // By their bytes: equal strings may be spelled otherwise.
        case .string: return (other as? String).map { value.string?.utf8.elementsEqual($0.utf8) == true } ?? false
        // Foundation goes by way of Decimal when there are many digits, and may miss the nearest Double by one.
        case .number:
            guard let ours = value.number, let theirs = (other as? NSNumber)?.doubleValue else { return false }
            return abs(ours - theirs) <= ours.ulp
        case .array:
            guard let items = other as? [Any], items.count == value.childCount else { return false }
            return zip(value.children, items).allSatisfy { isSame($0, $1) }
        case .object:
            // A dictionary of Swift takes names that look alike for one.
            guard let members = other as? [String: Any], members.count == Set(value.children.compactMap(\.name)).count else { return false }
            return members.count < value.childCount || value.children.allSatisfy { child in members[child.name ?? ""].map { isSame(child, $0) } ?? false }
        }
    }
}
