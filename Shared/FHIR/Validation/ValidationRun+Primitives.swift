import CareModels
import JSON

extension ValidationRun {
    mutating func primitive(_ node: Int, _ primitive: PrimitiveType, _ type: Int, _ place: Int) {
        let kind = nodes[node].kind
        switch primitive {
        case .boolean:
            guard kind == .true || kind == .false else { return wrongKind(type, place, "true or false") }
        case .integer, .positiveInt, .unsignedInt, .decimal:
            guard kind == .number else { return wrongKind(type, place, "a number") }
            let value = nodes[node]
            let text = UnsafeBufferPointer(rebasing: bytes[Int(value.start)..<Int(value.end)])
            if !PrimitiveSyntax.allows(number: text, as: primitive) { malformed(primitive, type, place) }
        default:
            guard kind == .string else { return wrongKind(type, place, "a string") }
            text(node, primitive, type, place)
        }
    }

    private mutating func text(_ node: Int, _ primitive: PrimitiveType, _ type: Int, _ place: Int) {
        if nodes[node].end - nodes[node].start == 2 {
            return tell(.value, rule(type, place, primitive.rawValue), "A string is never empty; leave it out.")
        }
        if primitive == .xhtml { return narrative(node) }
        let syntax = syntax
        guard withText(node, { syntax.allows($0, as: primitive) }) else { return malformed(primitive, type, place) }
        if let set = structures.types[type].elements[place].valueSet { code(node, set, type, place) }
        if Self.leadSomewhere.contains(primitive) || structures.types[type].elements[place].name == "reference" { noteLocal(node, primitive) }
    }

    /// Constraints on what is contained ask for these beside references.
    private static let leadSomewhere: Set<PrimitiveType> = [.uri, .url, .canonical]

    private mutating func malformed(_ primitive: PrimitiveType, _ type: Int, _ place: Int) {
        tell(.value, rule(type, place, primitive.rawValue), "\(elementPath(type, place)) is no \(primitive.rawValue): \(Self.form(primitive)).")
    }

    private static func form(_ primitive: PrimitiveType) -> Text {
        switch primitive {
        case .boolean: "true or false"
        case .integer: "a whole number from -2147483648 up to 2147483647"
        case .positiveInt: "a whole number from 1 up to 2147483647"
        case .unsignedInt: "a whole number from 0 up to 2147483647"
        case .decimal: "a number"
        case .string, .markdown, .xhtml: "text without control characters"
        case .code: "words with one space between, none before and after"
        case .id: "1 to 64 letters, digits, - and ."
        case .uri, .url, .canonical: "an address without white space"
        case .oid: "such as urn:oid:1.2.3.4.5"
        case .uuid: "such as urn:uuid:c757873d-ec9a-4326-a141-556f43239520, in small letters"
        case .base64Binary: "base64 with its padding"
        case .date: "a day, month or year that there is, such as 2026-03-06, 2026-03 or 2026"
        case .dateTime: "a date, or one with a time and its zone, such as 2026-03-06T11:10:00+01:00"
        case .instant: "a date with a time and its zone, such as 2026-03-06T11:10:00.000+01:00"
        case .time: "a time of day with seconds, such as 11:10:00"
        }
    }

    // MARK: Codes

    private mutating func code(_ node: Int, _ set: Int, _ type: Int, _ place: Int) {
        guard let code = string(node), !structures.valueSets[set].contains(code) else { return }
        notInSet(set, type, place)
    }

    /// Of a Coding, or of one of a CodeableConcept's: it has to be in the set. One that has the code under another system is let through with a warning
    /// where systems were renamed between releases, or where it says none.
    mutating func coded(_ node: Int, _ set: Int, _ type: Int, _ place: Int) {
        var codings: [JSONValue] = []
        if let list = member("coding", of: node) {
            guard nodes[list].kind == .array else { return }
            codings = JSONValue(document: document, index: list).children.filter(\.isObject)
        } else if isConcept(type, place) {
            if member("text", of: node) == nil { return }
        } else {
            codings = [JSONValue(document: document, index: node)]
        }
        let values = structures.valueSets[set]
        var isNear = false
        for coding in codings {
            guard let code = coding["code"]?.string, values.contains(code) else { continue }
            let system = coding["system"]?.string
            if let system, values.contains(system: system, code: code) { return }
            if system == nil || structures.release == .stu3 { isNear = true }
        }
        notInSet(set, type, place, isNear ? .warning : .error)
    }

    private func isConcept(_ type: Int, _ place: Int) -> Bool {
        structures.types[type].elements[place].types.contains { structures.types[$0.type].name == "CodeableConcept" }
    }

    private mutating func notInSet(_ set: Int, _ type: Int, _ place: Int, _ severity: ValidationIssue.Severity = .error) {
        let codes = structures.valueSets[set]
        let rule = rule(type, place, "binding \(codes.url)")
        if codes.count <= 12 {
            let known = codes.examples(most: 12).joined(separator: ", ")
            tell(.codeInvalid, rule, "\(elementPath(type, place)) has none of the codes that it may have: \(known).", severity: severity)
        } else {
            tell(.codeInvalid, rule, "\(elementPath(type, place)) has no code of the value set \(codes.url).", severity: severity)
        }
    }

    // MARK: Narratives

    private mutating func narrative(_ node: Int) {
        guard let fault = withText(node, { NarrativeSyntax.fault(in: $0) }) else { return }
        // What harms nobody who reads it is let through: official examples of both releases have it.
        tell(.invariant, fault == .empty ? "txt-2" : "txt-1", fault.text, severity: fault.isHarmless ? .warning : .error)
    }
}

extension NarrativeSyntax.Fault {
    fileprivate var text: Text {
        switch self {
        case .notWellFormed: "The narrative is no well-formed XHTML."
        case .root: "The narrative is one div element."
        case .element(let name), .outdated(let name): "The narrative holds an element that it may not hold: \(name)."
        case .attribute(let name): "The narrative holds an attribute that it may not hold: \(name)."
        case .entity: "The narrative holds an & that begins no entity; write &amp;."
        case .tooDeep: "The narrative's elements are nested deeper than \(NarrativeSyntax.deepest) levels."
        case .empty: "The narrative shows nothing; it has a text or a picture."
        }
    }
}
