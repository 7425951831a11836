/// Reads the table; `deploy/dev/fhir/make-structures` says how it is written.
struct StructureReading {
    private(set) var types: [StructureType] = []
    private(set) var numbers: [String: Int] = [:]
    private(set) var valueSets: [ValueSetCodes] = []
    private(set) var constraints: [Constraint] = []

    /// Of each type its line, without the name: read when all names are known.
    private var lines: [(base: String, rest: Substring)] = []

    init(_ table: StaticString) {
        let text = table.withUTF8Buffer { String(decoding: $0, as: UTF8.self) }
        for line in text.utf8.split(separator: UInt8(ascii: "\n")).map({ Substring($0) }) {
            switch line.first {
            case "=": addType(line.dropFirst())
            case "~": valueSets.append(ValueSetCodes(line.dropFirst()))
            default: constraints.append(Constraint(line.dropFirst()))
            }
        }
    }

    private mutating func addType(_ line: Substring) {
        let name = String(line.prefix { $0 != "<" })
        let rest = line.dropFirst(name.count + 1)
        let base = String(rest.prefix { $0.isLetter || $0.isNumber })
        let tail = rest.dropFirst(base.count)
        numbers[name] = types.count
        types.append(StructureType(name: name, kind: kind(name, base), isAbstract: tail.first == "!"))
        lines.append((base, tail.first == "!" ? tail.dropFirst() : tail))
    }

    /// Bases stand before what is derived from them.
    private func kind(_ name: String, _ base: String) -> StructureType.Kind {
        if let primitive = PrimitiveType(rawValue: name) { return .primitive(primitive) }
        if name == "Resource" { return .resource }
        guard let number = numbers[base], types[number].kind == .resource else { return .complex }
        return .resource
    }

    /// Elements name types that may stand later.
    mutating func link() {
        for (number, line) in lines.enumerated() {
            var words = line.rest.split(separator: " ")
            var type = types[number]
            if let base = numbers[line.base] {
                type.elements = types[base].elements
                type.constraints = types[base].constraints
            }
            if line.rest.first == "@", let keys = words.first {
                type.constraints += Self.numbers(keys.dropFirst())
                words.removeFirst()
            }
            if case .primitive = type.kind { words = [] }
            for word in words {
                let element = element(word, in: type.name)
                if let index = type.elements.firstIndex(where: { $0.name == element.name }) {
                    type.elements[index] = element
                } else {
                    type.elements.append(element)
                }
            }
            types[number] = finished(type)
        }
    }

    private func finished(_ type: StructureType) -> StructureType {
        precondition(type.elements.count <= ElementSet.capacity, "\(type.name) has too many elements")
        var type = type
        var members: [NameTable.Member] = []
        for (place, element) in type.elements.enumerated() {
            if element.isMandatory { type.mandatory.insert(place) }
            for (choice, member) in element.members.enumerated() {
                members.append(NameTable.Member(name: Array(member.name.utf8), element: place, choice: choice))
            }
        }
        type.names = NameTable(members)
        return type
    }

    private static func numbers(_ list: Substring) -> [Int] { list.split(separator: ",").compactMap { Int($0) } }

    // MARK: Elements

    private func element(_ word: Substring, in type: String) -> StructureElement {
        var rest = word
        let name = take(&rest) { $0.isLetter || $0.isNumber }
        let isChoice = rest.hasPrefix("[x]")
        if isChoice { rest = rest.dropFirst(3) }
        let (min, max) = Self.cardinality(&rest)
        rest = rest.dropFirst()
        let types = Self.types(&rest).map { elementType($0, of: "\(type).\(name)") }
        var flags: Substring = ""
        if rest.first == ";" {
            rest = rest.dropFirst()
            flags = take(&rest) { $0 == "S" || $0 == "M" }
        }
        var valueSet: Int?
        if rest.first == "=" {
            rest = rest.dropFirst()
            valueSet = Int(take(&rest) { $0.isNumber })
        }
        return StructureElement(
            name: String(name), isChoice: isChoice, min: min, max: max, types: types, isSummary: flags.contains("S"), isModifier: flags.contains("M"),
            valueSet: valueSet, constraints: rest.first == "@" ? Self.numbers(rest.dropFirst()) : [])
    }

    private func take(_ rest: inout Substring, while holds: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: holds)
        rest = rest[taken.endIndex...]
        return taken
    }

    private static func cardinality(_ rest: inout Substring) -> (min: Int, max: Int) {
        guard let mark = rest.first, mark != ":" else { return (0, 1) }
        if mark == "{", let end = rest.firstIndex(of: "}") {
            let bounds = rest[..<end].dropFirst().split(separator: ",").map { Int($0) ?? .max }
            rest = rest[end...].dropFirst()
            return (bounds[0], bounds[1])
        }
        rest = rest.dropFirst()
        return mark == "*" ? (0, .max) : mark == "+" ? (1, .max) : (1, 1)
    }

    /// Up to what is none; commas stand in parentheses alone.
    private static func types(_ rest: inout Substring) -> [Substring] {
        let end = rest.firstIndex { ";=@".contains($0) } ?? rest.endIndex
        let types = rest[..<end].split(separator: "|")
        rest = rest[end...]
        return types
    }

    private func elementType(_ text: Substring, of path: String) -> ElementType {
        if text == "." { return ElementType(type: number(path), suffix: "", targets: []) }
        if text.first == "#" { return ElementType(type: number(String(text.dropFirst())), suffix: "", targets: []) }
        let name = String(text.prefix { $0 != "(" })
        let targets = text.dropFirst(name.count + 1).dropLast().split(separator: ",").map(String.init)
        let spoken = name == "SimpleQuantity" ? "Quantity" : name
        return ElementType(type: number(name), suffix: spoken.prefix(1).uppercased() + spoken.dropFirst(), targets: targets)
    }

    private func number(_ type: String) -> Int {
        guard let number = numbers[type] else { preconditionFailure("the table names no type \(type)") }
        return number
    }
}
