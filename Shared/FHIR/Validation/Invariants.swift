/// The constraints of a release, ready to be asked: what can be told by which elements there are, and the expressions of FHIRPath, read once.
final class Invariants: Sendable {
    struct Rule: Sendable {
        /// Of the constraint.
        let number: Int
        let guarding: PresenceGuard
    }

    /// Of each type, in the order of `Structures.types`.
    let rules: [[Rule]]
    /// Of each constraint its expression; nil where none is asked.
    let paths: [FHIRPath?]
    /// What is not asked, by key and expression, and why.
    let notAsked: [String: String]

    private static let r4 = Invariants(.r4)
    private static let stu3 = Invariants(.stu3)

    static func of(_ release: FHIRRelease) -> Invariants {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    /// Those that are looked at by other means: `ValidationRun`'s references and contained resources, and `NarrativeSyntax`.
    static let byHand: Set<String> = ["dom-2", "dom-3", "ref-1", "txt-1", "txt-2"]

    /// Errors that are told as warnings. dom-1 (what is contained has no narrative) is broken by official examples, and R4 has it no more.
    func isLenient(_ constraint: Constraint) -> Bool { constraint.key == "dom-1" }

    private init(_ release: FHIRRelease) {
        let structures = Structures.of(release)
        var paths: [FHIRPath?] = []
        var notAsked: [String: String] = [:]
        for constraint in structures.constraints {
            if Self.byHand.contains(constraint.key) {
                paths.append(nil)
            } else if let reason = Self.reason(constraint) {
                notAsked[constraint.key + " " + constraint.expression] = reason
                paths.append(nil)
            } else {
                do throws(FHIRPathError) {
                    paths.append(try FHIRPath(constraint.expression))
                } catch {
                    notAsked[constraint.key + " " + constraint.expression] = "it cannot be read: \(error)"
                    paths.append(nil)
                }
            }
        }
        let known = paths
        rules = structures.types.map { type in
            type.constraints.filter { known[$0] != nil }.map { number in
                Rule(number: number, guarding: PresenceGuard(structures.constraints[number].guardWords, of: type))
            }
        }
        self.paths = paths
        self.notAsked = notAsked
    }

    /// Why a constraint that could be read is not asked.
    private static func reason(_ constraint: Constraint) -> String? {
        if constraint.expression.isEmpty { return "it has no expression" }
        return nil
    }
}
