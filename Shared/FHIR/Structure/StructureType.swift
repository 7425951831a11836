/// A type: a resource, a data type, or the elements within an element (`Observation.component`).
package struct StructureType: Sendable {
    package enum Kind: Equatable, Sendable {
        case primitive(PrimitiveType)
        case resource
        case complex
    }

    package let name: String
    package let kind: Kind
    package let isAbstract: Bool
    /// As people know it: the kind of quantity without a comparator is one among others.
    var spokenName: String { name == "SimpleQuantity" ? "Quantity" : name }
    /// Those of what it is derived from first. At most 128.
    package internal(set) var elements: [StructureElement] = []
    /// Numbers of constraints, those of what it is derived from too.
    var constraints: [Int] = []
    /// Its members' names, for `Structures.member`.
    var names = NameTable()
    /// Which elements there have to be.
    var mandatory = ElementSet()
}

/// What an object of a type may hold.
package struct StructureElement: Sendable {
    /// Without `[x]`.
    package let name: String
    /// One of several types, which its member's name ends with: `valueQuantity`.
    package let isChoice: Bool
    package let min: Int
    /// `Int.max` for any number.
    package let max: Int
    package let types: [ElementType]
    package let isSummary: Bool
    package let isModifier: Bool
    /// The number of the value set that its code has to be of.
    let valueSet: Int?
    let constraints: [Int]

    package var isList: Bool { max > 1 }
    package var isMandatory: Bool { min > 0 }

    /// The names that it has in JSON, each with its type.
    package var members: [(name: String, type: ElementType)] {
        types.map { (isChoice ? name + $0.suffix : name, $0) }
    }
}

package struct ElementType: Sendable {
    /// Its number in `Structures.types`.
    package let type: Int
    /// As a choice's member ends: `Quantity`, whatever kind of quantity.
    let suffix: String
    /// The types that a reference may lead to; none: any.
    package let targets: [String]
}

/// Some of a type's elements, by their places.
struct ElementSet: Equatable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    static let capacity = 128

    var isEmpty: Bool { low | high == 0 }

    func contains(_ element: Int) -> Bool { (element < 64 ? low >> UInt64(element) : high >> UInt64(element - 64)) & 1 == 1 }

    mutating func insert(_ element: Int) {
        if element < 64 { low |= 1 << UInt64(element) } else { high |= 1 << UInt64(element - 64) }
    }

    func subtracting(_ other: ElementSet) -> ElementSet {
        var rest = self
        rest.low &= ~other.low
        rest.high &= ~other.high
        return rest
    }

    /// The first place in it.
    var first: Int? { low != 0 ? low.trailingZeroBitCount : high != 0 ? 64 + high.trailingZeroBitCount : nil }

    mutating func remove(_ element: Int) {
        if element < 64 { low &= ~(1 << UInt64(element)) } else { high &= ~(1 << UInt64(element - 64)) }
    }
}
