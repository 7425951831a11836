@testable import FHIR
@testable import JSON

extension FuzzTarget {
    /// FHIRPath, which reaches strangers through FHIRPath Patch: an expression is read or refused, and comes to an answer or an error within its budget;
    /// elements that it finds stand in the resource, in order and each once.
    static let fhirPath = FuzzTarget("fhir-path", longest: FHIRPath.longest) { input in
        guard let expression = try? FHIRPath(String(decoding: input, as: UTF8.self)) else { return }
        for release in FHIRRelease.allCases {
            let environment = FHIRPathEnvironment(release: release, resolvesToTypes: true, steps: 20_000)
            guard let nodes = try? expression.nodes(person, environment) else { continue }
            var last = -1
            for node in nodes {
                expect(node.value.index > last || last == -1, "an element twice, or out of order")
                expect(node.value.range.upperBound <= person.document.bytes.count, "an element beyond the resource")
                last = node.value.index
            }
            _ = try? expression.isTrue(person, environment)
        }
    }

    private static let person: JSONValue = {
        let text = #"""
            {"resourceType":"Patient","id":"p","active":true,"birthDate":"1974-12-25","_birthDate":{"extension":[{"url":"http://x","valueString":"a"}]},
            "name":[{"family":"F","given":["A",null],"_given":[null,{"id":"g"}]}],"multipleBirthInteger":2,"contained":[{"resourceType":"Organization","id":"o"}],
            "managingOrganization":{"reference":"#o"},"extension":[{"url":"http://y","valueQuantity":{"value":5.40,"code":"mg"}}]}
            """#
        guard let document = try? JSONDocument(Array(text.utf8)) else { fatalError("the fuzzer's own resource") }
        return document.root
    }()
}
