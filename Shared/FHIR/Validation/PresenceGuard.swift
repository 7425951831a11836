/// What can be told of a constraint by looking at which elements there are: most constraints need no more. Three-valued; a postfix program over the places of a
/// type's elements.
struct PresenceGuard: Sendable {
    enum Verdict: UInt64 { case no, yes, unknown }

    private enum Step: Sendable {
        /// Yes when it is there, else no.
        case exists(Int)
        /// What it comes to when the element is not there; else unknown.
        case absent(Int, Bool)
        case unknown
        case not, and, or, exclusiveOr, implies, equal, different
    }

    private let steps: [Step]

    /// Nothing can be told.
    static let none = PresenceGuard()

    private init() { steps = [.unknown] }

    /// The words of the table, of a type.
    init(_ words: [Substring], of type: StructureType) {
        if words.isEmpty {
            self = .none
            return
        }
        steps = words.map { word in
            switch word {
            case "?": return .unknown
            case "!": return .not
            case "&": return .and
            case "|": return .or
            case "^": return .exclusiveOr
            case ">": return .implies
            case "=": return .equal
            case "~": return .different
            default: break
            }
            guard let place = type.elements.firstIndex(where: { $0.name == word.dropFirst(2) }) else {
                preconditionFailure("\(type.name) has no element of the guard \(word)")
            }
            return word.first == "e" ? .exists(place) : .absent(place, word.first == "m")
        }
    }

    func verdict(_ found: ElementSet) -> Verdict {
        // Two bits a value.
        var stack: UInt64 = 0
        for step in steps {
            switch step {
            case .exists(let place): stack = stack << 2 | (found.contains(place) ? 1 : 0)
            case .absent(let place, let value): stack = stack << 2 | (found.contains(place) ? 2 : value ? 1 : 0)
            case .unknown: stack = stack << 2 | 2
            case .not: stack = stack & ~3 | (stack & 3 == 2 ? 2 : 1 - (stack & 3))
            default:
                let (right, left) = (stack & 3, stack >> 2 & 3)
                stack = (stack >> 4) << 2 | Self.apply(step, left, right)
            }
        }
        return Verdict(rawValue: stack & 3) ?? .unknown
    }

    private static func apply(_ step: Step, _ left: UInt64, _ right: UInt64) -> UInt64 {
        switch step {
        case .and: left == 0 || right == 0 ? 0 : left == 1 && right == 1 ? 1 : 2
        case .or: left == 1 || right == 1 ? 1 : left == 0 && right == 0 ? 0 : 2
        case .implies: left == 0 || right == 1 ? 1 : left == 1 && right == 0 ? 0 : 2
        case .exclusiveOr, .different: left == 2 || right == 2 ? 2 : left ^ right
        case .equal: left == 2 || right == 2 ? 2 : 1 - (left ^ right)
        default: 2
        }
    }
}
