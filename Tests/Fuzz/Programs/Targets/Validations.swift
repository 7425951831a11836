import FHIR
import JSON

extension FuzzTarget {
    /// Resources that are held to both releases' definitions: bounded in steps and issues, the same each time, and each issue has its place.
    static let validation = FuzzTarget("validation", longest: 8192) { input in
        guard let document = try? JSONDocument(input, limits: .resource) else { return }
        for release in FHIRRelease.allCases {
            let validator = Validator(release)
            guard let result = try? validator.validate(document.root) else { fatalError("was cancelled by nobody") }
            expect(result.steps <= 2 * document.nodes.count + input.count / 64 + 16, "\(result.steps) steps for \(document.nodes.count) values")
            expect(result.issues.count <= Validator.mostErrors + Validator.mostWarnings + 2, "\(result.issues.count) issues")
            expect(result.issues.allSatisfy { !$0.expression.isEmpty && !$0.rule.isEmpty && !$0.text.description.isEmpty }, "an issue says nothing")
            expect((try? validator.validate(document.root))?.issues == result.issues, "the second time it is another")
        }
    }
}
