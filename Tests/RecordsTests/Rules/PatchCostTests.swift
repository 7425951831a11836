import FHIR
import JSON
import Testing

@testable import RecordsService

/// What the patches of a bundle may cost together.
@Suite struct PatchCostTests {
    private static let most = PatchWork(steps: Budget.Item.patchSteps.most, bytes: Budget.Item.patchBytes.most)

    @Test(arguments: [
        (PatchWork(), true), (PatchWork(steps: most.steps, bytes: most.bytes), true), (PatchWork(steps: most.steps + 1), false),
        (PatchWork(bytes: most.bytes + 1), false)
    ])
    func limits(_ spent: PatchWork, _ isTaken: Bool) throws {
        let budget = Budget()
        budget.add(spent)
        do throws(ResourceFault) {
            try budget.checkPatch()
            #expect(isTaken)
        } catch {
            #expect(!isTaken && error.code == .tooCostly)
        }
    }

    /// Also what is refused in the end has cost something.
    @Test(arguments: ["a", "b"]) func aPatchIsChargedWhateverBecomesOfIt(value: String) throws {
        let body = Array(#"{"resourceType":"Patient","id":"a"}"#.utf8)
        let patch = try ResourcePatch(json: try JSONDocument(Array(#"[{"op":"test","path":"/id","value":"\#(value)"}]"#.utf8)).root)
        let budget = Budget()
        let draft = try? patch.apply(to: body, type: "Patient", id: "a", within: budget)
        #expect((draft != nil) == (value == "a"))
        #expect(budget.spent(.patchSteps) == 2 && budget.spent(.patchBytes) >= body.count)
        budget.add(Self.most)
        #expect(throws: ResourceFault.self) { try patch.apply(to: body, type: "Patient", id: "a", within: budget) }
    }

    @Test func aStepOfAFHIRPathIsSeveral() throws {
        let parameters = """
            {"resourceType":"Parameters","parameter":[{"name":"operation","part":[{"name":"type","valueCode":"replace"},
            {"name":"path","valueString":"Patient.active"},{"name":"value","valueBoolean":false}]}]}
            """
        let patch = try ResourcePatch(parameters: try JSONDocument(Array(parameters.utf8)).root, .r4)
        let budget = Budget()
        let draft = try patch.apply(to: Array(#"{"resourceType":"Patient","id":"a","active":true}"#.utf8), type: "Patient", id: "a", within: budget)
        #expect(draft.value["active"]?.flag == false)
        #expect(budget.spent(.patchSteps) > 0 && budget.spent(.patchSteps).isMultiple(of: 4) && budget.spent(.patchBytes) > 0)
    }
}
