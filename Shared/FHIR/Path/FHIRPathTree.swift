/// An expression as it was read. What stands beside one another (steps, operators of one rank) is a list, so that a tree is no deeper than what
/// its writer put in parentheses.
indirect enum FHIRPathTree: Sendable {
    case values([FHIRPathValue])
    case path(FHIRPathHead, [FHIRPathStep])
    /// Operators of one rank, from the left.
    case chain(FHIRPathTree, [FHIRPathOperand])
    case negated(FHIRPathTree)
    case typed(FHIRPathTree, [FHIRPathTypeTest])
}

/// What a path goes out from.
enum FHIRPathHead: Sendable {
    /// The first step is asked of what is looked at.
    case focus
    case this, index, total
    case variable(String)
    case tree(FHIRPathTree)
}

enum FHIRPathStep: Sendable {
    case member(String)
    case call(FHIRPathFunction, [FHIRPathTree])
    case item(FHIRPathTree)
    case typed(FHIRPathTypeTest)
}

struct FHIRPathOperand: Sendable {
    let sign: FHIRPathOperator
    let tree: FHIRPathTree
}

/// `is` or, where it is none, `as` and `ofType`, which choose.
struct FHIRPathTypeTest: Sendable {
    let isQuestion: Bool
    /// `System` or `FHIR`, when it is said.
    let space: String?
    let name: String
}

enum FHIRPathOperator: String, Sendable {
    case implies, or, xor, and, `in`, contains
    case equals = "="
    case resembles = "~"
    case differs = "!="
    case isUnlike = "!~"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case union = "|"
    case plus = "+"
    case minus = "-"
    case joined = "&"
    case times = "*"
    case over = "/"
    case div, mod

    /// From the loosest; `is` and `as` stand between `union` and sums.
    static let ranks: [Set<FHIRPathOperator>] = [
        [.implies], [.or, .xor], [.and], [.in, .contains], [.equals, .resembles, .differs, .isUnlike], [.less, .lessOrEqual, .greater, .greaterOrEqual],
        [.union], [.plus, .minus, .joined], [.times, .over, .div, .mod]
    ]
    static let rankOfSums = 7
}

/// The functions, by their names.
enum FHIRPathFunction: String, Sendable, CaseIterable {
    case empty, exists, all, allTrue, anyTrue, allFalse, anyFalse, subsetOf, supersetOf, count, distinct, isDistinct
    case `where`, select, `repeat`
    case single, first, last, tail, skip, take, intersect, exclude
    case union, combine
    case iif, toBoolean, convertsToBoolean, toInteger, convertsToInteger, toDate, convertsToDate, toDateTime, convertsToDateTime, toDecimal
    case convertsToDecimal, toQuantity, convertsToQuantity, toString, convertsToString, toTime, convertsToTime
    case indexOf, substring, startsWith, endsWith, contains, upper, lower, replace, matches, matchesFull, replaceMatches, length, toChars, split, join, trim
    case abs, ceiling, exp, floor, ln, log, power, round, sqrt, truncate
    case children, descendants
    case trace, now, today, timeOfDay
    case not, aggregate
    case `extension`, hasExtension, hasValue, getValue, resolve, memberOf, htmlChecks, conformsTo

    /// How many arguments each takes.
    var arguments: ClosedRange<Int> {
        switch self {
        case .exists, .join, .round, .toQuantity, .convertsToQuantity: 0...1
        case .trace, .substring, .aggregate: 1...2
        case .iif: 2...3
        case .replace, .replaceMatches: 2...2
        case .all, .subsetOf, .supersetOf, .where, .select, .repeat, .skip, .take, .intersect, .exclude, .union, .combine, .indexOf, .startsWith,
            .endsWith, .contains, .matches, .matchesFull, .split, .log, .power, .extension, .hasExtension, .memberOf, .conformsTo:
            1...1
        default: 0...0
        }
    }
}
