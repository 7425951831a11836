/// What each type of FHIR is derived from, and which elements it has. What the tables hold is said by the script that makes them.
///
/// A release's is read at its first use, once (a few milliseconds), and asked by name.
package final class FHIRTypes: Sendable {
    package struct Element: Sendable {
        package let name: String
        /// `value[x]`: its JSON name ends with its type's.
        package let isChoice: Bool
        /// Any type that an extension may have.
        package let isOpen: Bool
        /// One, but for choices that are not open.
        package let types: [String]
    }

    fileprivate struct Kind: Sendable {
        let base: String
        var elements: [String: Element] = [:]
        /// The names that stand in JSON, but for open choices.
        var members: [String: (element: String, type: String)] = [:]
        var open: [String] = []
    }

    private let kinds: [String: Kind]

    private static let r4 = FHIRTypes(r4Table)
    private static let stu3 = FHIRTypes(stu3Table)

    package static func of(_ release: FHIRRelease) -> FHIRTypes {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    private init(_ table: StaticString) {
        let lines = table.withUTF8Buffer { bytes in bytes.split(separator: 0x0A).map { line in line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) } } }
        var kinds: [String: Kind] = [:]
        kinds.reserveCapacity(lines.count)
        for line in lines {
            let head = line[0].split(separator: "<", omittingEmptySubsequences: false)
            let name = String(head[0])
            var kind = Kind(base: String(head[1]))
            for word in line.dropFirst() { kind.add(word, of: name) }
            kinds[name] = kind
        }
        self.kinds = kinds
    }

    package func knows(_ type: String) -> Bool { kinds[type] != nil }

    package static func isPrimitive(_ type: String) -> Bool { type.utf8.first.map { (0x61...0x7A).contains($0) } ?? false }

    /// Whether it is that type, or derived from it.
    package func isType(_ type: String, _ other: String) -> Bool {
        var type = type
        while !type.isEmpty {
            if type == other { return true }
            type = kinds[type]?.base ?? ""
        }
        return false
    }

    package func isResource(_ type: String) -> Bool { isType(type, "Resource") }

    /// An element by the name that FHIRPath has for it: `value`, never `valueQuantity`.
    package func element(_ name: String, of type: String) -> Element? {
        var type = type
        while let kind = kinds[type] {
            if let element = kind.elements[name] { return element }
            type = kind.base
        }
        return nil
    }

    /// An element and its type by its name in JSON: `valueQuantity`.
    package func member(_ name: String, of type: String) -> (element: String, type: String)? {
        var type = type
        while let kind = kinds[type] {
            if let member = kind.members[name] { return member }
            for element in kind.open where name.hasPrefix(element) {
                if let chosen = suffix(String(name.dropFirst(element.count))) { return (element, chosen) }
            }
            type = kind.base
        }
        return nil
    }

    /// The type that a choice's JSON name ends with: `Quantity`, `dateTime` of `DateTime`.
    package func suffix(_ suffix: String) -> String? {
        guard let first = suffix.utf8.first, (0x41...0x5A).contains(first), !suffix.utf8.contains(UInt8(ascii: ".")) else { return nil }
        if kinds[suffix] != nil, !isResource(suffix) { return suffix }
        let primitive = suffix.prefix(1).lowercased() + suffix.dropFirst()
        return kinds[primitive] != nil ? primitive : nil
    }

    /// What a choice may be called in JSON, with each name's type; of an open one all datatypes.
    package func members(of choice: Element) -> [(name: String, type: String)] {
        let types =
            choice.isOpen ? kinds.keys.filter { !$0.utf8.contains(UInt8(ascii: ".")) && !isResource($0) && $0 != "Element" && $0 != "BackboneElement" } : choice.types
        return types.map { (choice.name + Self.capitalized($0), $0) }
    }

    fileprivate static func capitalized(_ type: String) -> String { type.prefix(1).uppercased() + type.dropFirst() }
}

extension FHIRTypes.Kind {
    fileprivate mutating func add(_ word: String, of type: String) {
        guard let colon = word.firstIndex(of: ":") else { return }
        var name = String(word[..<colon])
        let said = word[word.index(after: colon)...]
        let isChoice = name.hasSuffix("[x]")
        if isChoice { name.removeLast(3) }
        let types: [String]
        switch said {
        case ".": types = [type + "." + name]
        case "*": types = []
        default:
            types = said.split(separator: "|").map { part in part.firstIndex(of: "#").map { String(part[part.index(after: $0)...]) } ?? String(part) }
        }
        elements[name] = FHIRTypes.Element(name: name, isChoice: isChoice, isOpen: isChoice && types.isEmpty, types: types)
        guard isChoice else {
            members[name] = (name, types.first ?? "")
            return
        }
        if types.isEmpty { open.append(name) }
        for type in types { members[name + FHIRTypes.capitalized(type)] = (name, type) }
    }
}
