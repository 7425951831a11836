import CareModels
import JSON

/// What a transaction's entries call resources of it (their `fullUrl`), or what they search for, and the addresses that stand there in the end
/// (http://hl7.org/fhir/R4/http.html#trules, http://hl7.org/fhir/R4/bundle.html#references).
///
/// A `urn:` is replaced wherever a string is one. An address is so where it leads to a resource: in `reference`, and in the `url` of an attachment; elsewhere the same
/// text may be a definition's own name. Both are in the links and pictures of narratives.
struct TransactionReferences: Sendable, ExpressibleByDictionaryLiteral {
    /// By so many bytes they make the resources of a transaction longer, all together: a name may be short, and stand in a resource very many times.
    static let mostGrowth = ResourceDraft.limit

    private struct Target {
        var address: String
        /// The version that it has in the end, where a reference may name that.
        var version: Int?
        /// As it is written in JSON: one copy, wherever it stands.
        var bytes: [UInt8]
    }

    private var targets: [String: Target] = [:]
    /// Of the names, in bytes, and with what they begin: most strings need not be read.
    private var lengths = Int.max...Int.max
    private var firsts: Set<UInt8> = []
    /// Some are no `urn:`.
    private(set) var hasAddresses = false
    /// What stands before `Type/id` in the `fullUrl` of the entry whose resource is looked at: its relative references begin there.
    private var root: String?

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
            if !Self.isURN(name) { hasAddresses = true }
            targets[name] = Target(address: newValue, version: targets[name]?.version, bytes: JSONWriter.quoted(newValue))
        }
    }

    /// Which version the resource of a name has in the end.
    mutating func set(version: Int, of name: String) { targets[name]?.version = version }

    /// As the resource of an entry sees them.
    func seen(from entry: BundleEntry) -> TransactionReferences {
        guard hasAddresses else { return self }
        var seen = self
        seen.root = entry.name.flatMap(EntryName.init)?.root
        return seen
    }

    /// By how many bytes a resource becomes longer with the addresses in it: nothing is made of it yet.
    func growth(of resource: JSONValue) throws -> Int {
        var growth = 0
        try forEach(in: resource) { range, bytes in growth += bytes.count - range.count }
        return growth
    }

    /// Where a string is, as a whole, one of the names, or a narrative leads to one, and what is written there; in their order.
    func forEach(in resource: JSONValue, _ body: (Range<Int>, [UInt8]) throws -> Void) throws {
        if isEmpty { return }
        let document = resource.document
        for index in resource.index..<Int(document.nodes[resource.index].after) {
            try Cancellation.check(index)
            let node = document.nodes[index]
            guard node.kind == .string else { continue }
            let value = JSONValue(document: document, index: index)
            if NarrativeLinks.mayBeNarrative(node), let changed = NarrativeLinks.replaced(in: value, { address(of: $0) }) {
                try body(value.range, changed)
            } else if let bytes = replacement(of: value) {
                try body(value.range, bytes)
            }
        }
    }

    /// What is written in the place of a whole string.
    private func replacement(of value: JSONValue) -> [UInt8]? {
        let isInAddress = hasAddresses && value.isAddressOfResource
        guard isInAddress ? mayLead(value.node, value.document.bytes) : mayBeName(value.node, value.document.bytes) else { return nil }
        Looks.add()
        guard let text = value.string else { return nil }
        if let target = targets[text], isInAddress || Self.isURN(text) { return target.bytes }
        return isInAddress ? address(of: text).map(JSONWriter.quoted) : nil
    }

    /// Where a text leads that may be a name, a name and a version, or either behind the entry's own root.
    private func address(of text: String) -> String? {
        if let target = targets[text] { return target.address }
        guard hasAddresses else { return nil }
        let absolute = root.flatMap { EntryName.isRelative(text) ? $0 + text : nil }
        if let absolute, let target = targets[absolute] { return target.address }
        let (name, version) = EntryName.unversioned(absolute ?? text)
        guard version, let target = targets[name] else { return nil }
        return target.version.map { "\(target.address)/_history/\($0)" } ?? target.address
    }

    /// A byte may be written as six: `\u0075`.
    private func mayBeName(_ node: JSONNode, _ bytes: [UInt8]) -> Bool {
        let length = Int(node.end - node.start) - 2
        guard length >= lengths.lowerBound, length <= 6 * lengths.upperBound else { return false }
        let first = bytes[Int(node.start) + 1]
        return first == UInt8(ascii: "\\") || firsts.contains(first)
    }

    /// The same of a reference, which may be longer by a version, and shorter by a root.
    private func mayLead(_ node: JSONNode, _ bytes: [UInt8]) -> Bool {
        let length = Int(node.end - node.start) - 2
        guard length > 0, length <= 6 * (lengths.upperBound + EntryName.longestVersion) else { return false }
        let first = bytes[Int(node.start) + 1]
        return first == UInt8(ascii: "\\") || firsts.contains(first) || root != nil && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }

    private static func isURN(_ name: String) -> Bool { name.utf8.starts(with: "urn:".utf8) }
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
