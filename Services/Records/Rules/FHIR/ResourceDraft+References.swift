import CareModels
import JSON

/// What a transaction's entries call resources of it (the `urn:uuid:` of a `fullUrl`), or what they search for, and the addresses that stand there in the end.
struct TransactionReferences: Sendable, ExpressibleByDictionaryLiteral {
    /// By so many bytes they make the resources of a transaction longer, all together: a name may be short, and stand in a resource very many times.
    static let mostGrowth = ResourceDraft.limit

    private struct Target {
        var address: String
        /// As it is written in JSON: one copy, wherever it stands.
        var bytes: [UInt8]
    }

    private var targets: [String: Target] = [:]
    /// Of the names, in bytes, and with what they begin: most strings need not be read.
    private var lengths = Int.max...Int.max
    private var firsts: Set<UInt8> = []

    init(dictionaryLiteral elements: (String, String)...) {
        for (name, address) in elements { self[name] = address }
    }

    var isEmpty: Bool { targets.isEmpty }
    var count: Int { targets.count }

    /// The address of a name. None is taken out again.
    subscript(_ name: String) -> String? {
        get { targets[name]?.address }
        set {
            guard let newValue, let first = name.utf8.first else { return }
            let length = name.utf8.count
            lengths = isEmpty ? length...length : min(lengths.lowerBound, length)...max(lengths.upperBound, length)
            firsts.insert(first)
            targets[name] = Target(address: newValue, bytes: JSONWriter.quoted(newValue))
        }
    }

    /// By how many bytes a resource becomes longer with the addresses in it: nothing is made of it yet.
    func growth(of resource: JSONValue) throws -> Int {
        var growth = 0
        try forEach(in: resource) { range, bytes in growth += bytes.count - range.count }
        return growth
    }

    /// Where a string is, as a whole, one of the names, and what is written there; in their order.
    func forEach(in resource: JSONValue, _ body: (Range<Int>, [UInt8]) throws -> Void) throws {
        if isEmpty { return }
        let document = resource.document
        for index in resource.index..<Int(document.nodes[resource.index].after) {
            if index.isMultiple(of: 4096) { try Task.checkCancellation() }
            let node = document.nodes[index]
            guard node.kind == .string, mayBeName(node, document.bytes) else { continue }
            Looks.add()
            if let name = JSONValue(document: document, index: index).string, let target = targets[name] {
                try body(Int(node.start)..<Int(node.end), target.bytes)
            }
        }
    }

    /// A byte may be written as six: `\u0075`.
    private func mayBeName(_ node: JSONNode, _ bytes: [UInt8]) -> Bool {
        let length = Int(node.end - node.start) - 2
        guard length >= lengths.lowerBound, length <= 6 * lengths.upperBound else { return false }
        let first = bytes[Int(node.start) + 1]
        return first == UInt8(ascii: "\\") || firsts.contains(first)
    }
}

extension ResourceDraft {
    /// Before any reference is written: whether a resource is short enough with them.
    static func check(_ resource: JSONValue, growing growth: Int) throws(ResourceFault) {
        // With its attachments put back it is a little longer as it is.
        let most = resource.range.count <= limit ? limit : mostRestored
        guard growth <= 0 || resource.range.count + growth <= most else {
            throw ResourceFault(
                .tooLong,
                "With the transaction's references written out the resource would be longer than \(limit) bytes. A fullUrl is a name for references alone; urn:uuid: and a UUID stands nowhere else.",
                at: resource.path)
        }
    }
}
