import Foundation
import JSON
import Testing

@testable import FHIR

/// Every search parameter of both releases, asked of every official example of its types.
@Suite struct OfficialExpressionsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/data/fhir")
    private static let isThere = FileManager.default.fileExists(atPath: folder.path)
    private static let reason: Comment = "../shared/data/fhir is not there: there are no official examples to ask"

    private static func examples(_ release: FHIRRelease) throws -> [(name: String, resource: JSONValue)] {
        let place = folder.appendingPathComponent("\(release.rawValue)-examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".json") }.sorted()
        return try names.map { ($0, try JSONDocument([UInt8](try Data(contentsOf: place.appendingPathComponent($0)))).root) }
    }

    /// The plan finds something where the expression leads somewhere; what it leads to may be nothing to search by: a reference that is contained or has only
    /// a display, a Timing without a date, a composite of which a part is missing, a position.
    private static func mayHaveNone(_ parameter: SearchParameter) -> Bool {
        [.reference, .composite, .special].contains(parameter.kind)
            || ["activity-date", "near", "near-distance", "occurrence", "date"].contains(parameter.code)
    }

    @Test(.enabled(if: isThere, reason), arguments: [(FHIRRelease.r4, 632), (.stu3, 549)])
    func areEvaluatedWithoutAnError(_ release: FHIRRelease, _ neverFound: Int) throws {
        let parameters = SearchParameters.of(release)
        let paths = try Dictionary(uniqueKeysWithValues: parameters.all.map { ($0.number, try FHIRPath($0.expression)) })
        var never = Set(parameters.all.map(\.number))
        var lines: [String] = []
        for (name, resource) in try Self.examples(release) {
            guard let type = resource["resourceType"]?.string else { continue }
            let found = Set(parameters.values(of: resource).map(\.parameter.number))
            never.subtract(found)
            for parameter in parameters.parameters(of: type) {
                let path = try #require(paths[parameter.number])
                let values = try path.evaluate(resource, FHIRPathEnvironment(release: release, resource: resource, resolvesToTypes: true))
                let isSomewhere = values.contains { if case .node(let node) = $0 { node.hasValue } else { true } }
                if isSomewhere != found.contains(parameter.number), !(isSomewhere && Self.mayHaveNone(parameter)) {
                    Issue.record("\(name): \(parameter.code) is \(isSomewhere ? "not " : "")found, unlike its expression")
                }
                lines.append(try Self.line(name, parameter, values))
            }
        }
        // Most of them are of types that have no example, or one that leaves the element out.
        #expect(never.count == neverFound, "never found")
        if let dump = ProcessInfo.processInfo.environment["CARE_FHIRPATH_DUMP"] {
            try lines.joined(separator: "\n").write(toFile: "\(dump)/\(release.rawValue).tsv", atomically: true, encoding: .utf8)
        }
    }

    /// As Tests/Outside/fhirpath/compare reads it.
    private static func line(_ name: String, _ parameter: SearchParameter, _ values: [FHIRPathValue]) throws -> String {
        let texts = values.compactMap { value -> String? in
            switch value {
            case .node(let node):
                node.hasValue ? String(decoding: node.value.bytes, as: UTF8.self).split { "\n\r\t".utf8.contains($0.utf8.first ?? 0) }.joined(separator: " ") : nil
            case .boolean(let truth): "\(truth)"
            default: "\"another value\""
            }
        }
        return "\(name)\t\(parameter.number)\t\(parameter.expression)\t[\(texts.joined(separator: ","))]"
    }

    @Test func everyInvariantsKindOfExpressionIsRead() {
        // One of each form that StructureDefinitions use.
        let expressions = [
            "hasValue() or (children().count() > id.count())", "extension.exists() != value.exists()", "text.`div`.exists()",
            "contained.where((('#'+id in (%resource.descendants().reference | %resource.descendants().as(canonical))) or descendants().where(reference = '#').exists()).not()).trace('unmatched', id).empty()",
            "iif(max != '*', min <= max.toInteger())", "member.resolve().iif(empty(), true, ofType(Practitioner).exists())", "htmlchecks()", "htmlChecks()",
            "concept.code.combine($this.descendants().concept.code).isDistinct()", "sliceName.matches('^[a-zA-Z0-9\\\\/\\\\-_\\\\[\\\\]\\\\@]+$')",
            "definition.resource.fhirVersion.all(%context.fhirVersion contains $this)", "probability is decimal implies (probability as decimal) <= 100",
            "reference.startsWith('#').not() or (reference.substring(1).trace('url') in %rootResource.contained.id.trace('ids'))"
        ]
        for expression in expressions { #expect(throws: Never.self, "\(expression)") { try FHIRPath(expression) } }
    }
}
