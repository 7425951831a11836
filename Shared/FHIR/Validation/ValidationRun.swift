import CareModels
import JSON

/// The work on one resource. Calls itself for values within values, which the parser bounds.
struct ValidationRun {
    let structures: Structures
    let invariants: Invariants
    let syntax: PrimitiveSyntax
    let document: JSONDocument
    let bytes: UnsafeBufferPointer<UInt8>
    let nodes: UnsafeBufferPointer<JSONNode>
    var result = ValidationResult()
    /// Where the work is, below the root.
    var path: [Step] = []
    /// The resources that are open, the innermost last.
    var resources: [OpenResource] = []
    var pathSteps = Validator.mostPathSteps
    /// Nothing is looked for any more.
    private(set) var isFull = false
    private var errors = 0
    private var warnings = 0
    var hasToldCost = false

    struct Step {
        var name: String
        /// In its list.
        var index: Int?
    }

    /// What constraints ask of the resource around an element.
    struct OpenResource {
        let node: Int
        let type: String
        let isContained: Bool
        /// Of what it contains.
        var contained: [(node: Int, id: String?)] = []
        /// The ids of what it contains, once they were asked for.
        var containedIDs: Set<String>?
        /// The references, canonical urls and such in it that begin with #.
        var localReferences: Set<String> = []
        /// Which of what it contains refer back to it.
        var referringBack: Set<Int> = []
    }

    init(_ validator: Validator, _ document: JSONDocument, _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: UnsafeBufferPointer<JSONNode>) {
        structures = validator.structures
        invariants = validator.invariants
        syntax = PrimitiveSyntax(release: validator.release)
        self.document = document
        self.bytes = bytes
        self.nodes = nodes
    }

    mutating func root(_ node: Int) throws(CancellationError) {
        guard nodes[node].kind == .object else {
            return tell(.structure, "JSON object", "A resource is a JSON object.")
        }
        try resource(node, isContained: false)
        result.pathSteps = Validator.mostPathSteps - pathSteps
    }

    /// Of every value, and of every 64 bytes of a text.
    mutating func count(_ node: Int) throws(CancellationError) {
        look()
        result.steps += 1 + Int(nodes[node].kind == .string ? nodes[node].end - nodes[node].start : 0) / 64
        if result.steps & 0x3FF == 0, Task.isCancelled { throw CancellationError() }
    }

    /// In a module of its own a call would be one in a release too.
    @inline(__always) func look() {
        #if DEBUG
            Looks.add()
        #endif
    }

    // MARK: Telling

    /// Where the work is; `names` are elements below.
    func expression(_ names: String...) -> String {
        var text = resources.first?.type ?? "Resource"
        for step in path {
            text += "." + step.name
            if let index = step.index { text += "[\(index)]" }
        }
        for name in names { text += "." + name }
        return text
    }

    mutating func tell(
        _ code: ValidationIssue.Code, _ rule: String, _ text: Text, at expression: String? = nil, severity: ValidationIssue.Severity = .error
    ) {
        guard severity == .error else {
            if warnings < Validator.mostWarnings { append(severity, code, rule, text, expression) }
            warnings += 1
            return
        }
        errors += 1
        if errors <= Validator.mostErrors { return append(severity, code, rule, text, expression) }
        guard !isFull else { return }
        isFull = true
        append(.information, .tooCostly, "issues", "There is more that is wrong; only the first \(Validator.mostErrors) are told.", resources.first?.type)
    }

    private mutating func append(
        _ severity: ValidationIssue.Severity, _ code: ValidationIssue.Code, _ rule: String, _ text: Text, _ expression: String?
    ) {
        result.issues.append(ValidationIssue(severity: severity, code: code, expression: expression ?? self.expression(), rule: rule, text: text))
    }

    // MARK: Resources

    mutating func resource(_ node: Int, isContained: Bool) throws(CancellationError) {
        guard let typeNode = member("resourceType", of: node) else {
            return tell(.required, "resourceType", "The resource does not say its resourceType.", at: expression("resourceType"))
        }
        guard nodes[typeNode].kind == .string, let name = JSONValue(document: document, index: typeNode).string, let type = structures.number(of: name),
            structures.types[type].kind == .resource, !structures.types[type].isAbstract
        else {
            return tell(
                .value, "resourceType", "resourceType is none of the types of resources of FHIR \(structures.release.version).",
                at: path.isEmpty ? "Resource.resourceType" : expression("resourceType"))
        }
        resources.append(OpenResource(node: node, type: name, isContained: isContained))
        try object(node, type)
        checkContained()
        resources.removeLast()
    }

    // MARK: Looking

    func key(_ node: JSONNode) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[Int(node.keyStart)..<Int(node.keyEnd)]) }

    /// The node of an object's member.
    func member(_ name: StaticString, of node: Int) -> Int? {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return member(wanted, of: node)
    }

    func member(_ wanted: UnsafeBufferPointer<UInt8>, after prefix: UInt8? = nil, of node: Int) -> Int? {
        let end = Int(nodes[node].after)
        var next = node + 1
        while next < end {
            let name = key(nodes[next])
            look()
            if let prefix {
                if name.count == wanted.count + 1, name[0] == prefix, name.dropFirst().elementsEqual(wanted) { return next }
            } else if name.count == wanted.count, name.elementsEqual(wanted) {
                return next
            }
            next = Int(nodes[next].after)
        }
        return nil
    }

    /// What stands between a string's quotes, escapes resolved.
    func withText<R>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        let value = nodes[node]
        let inner = UnsafeBufferPointer(rebasing: bytes[Int(value.start) + 1..<Int(value.end) - 1])
        guard value.isEscaped else { return body(inner) }
        return JSONText.decode(inner, isEscaped: true).withUnsafeBufferPointer(body)
    }

    func string(_ node: Int) -> String? { JSONValue(document: document, index: node).string }
}
