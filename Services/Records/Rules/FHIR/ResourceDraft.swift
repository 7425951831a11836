import CareModels
import FHIR
import Foundation
import JSON

/// A resource as a client sent it: checked as far as the format of every resource goes (http://hl7.org/fhir/R4/json.html), kept
/// as its bytes.
struct ResourceDraft: Sendable {
    /// In bytes.
    static let limit = 4 << 20
    /// Of which everything is made in well under a millisecond.
    static let small = 8 << 10
    /// With attachments put back: as it was taken, and what was stamped on it.
    static let mostRestored = limit + 64 << 10

    let value: JSONValue
    let type: String
    /// What the client calls it.
    let id: String?
    /// What its definition has to say of it, once that was asked.
    var issues: [ValidationIssue]?
    private let typeValue: JSONValue
    private let idValue: JSONValue?
    private let meta: JSONValue?

    init(_ bytes: [UInt8]) throws { try self.init(Self.root(of: bytes)) }

    /// - Parameter type: what the bytes are to be, with which places in them begin where they are no JSON.
    static func root(of bytes: [UInt8], type: String? = nil) throws -> JSONValue {
        do throws(JSONFault) {
            return try JSONDocument(bytes, limits: .sentResource).root
        } catch {
            throw error.kind == .cancelled ? CancellationError() : ResourceFault(error, in: type) as any Error
        }
    }

    /// Of a document, or of a part of one: a bundle's entry.
    init(_ value: JSONValue) throws {
        guard value.kind == .object else { throw ResourceFault(.structure, "A resource is a JSON object.", at: Self.place(of: value)) }
        guard let typeValue = value["resourceType"] else {
            throw ResourceFault(.required, "The resource does not say its resourceType.", at: Self.place(of: value, "resourceType"))
        }
        guard let type = typeValue.string else {
            throw ResourceFault(.structure, "resourceType is a string.", at: Self.place(of: value, "resourceType"))
        }
        idValue = value["id"]
        if let idValue {
            guard let id = idValue.string, ResourceID.isValid(id) else {
                throw ResourceFault(.value, "An id has 1 to 64 letters, digits, - and . (\(ResourceID.pattern)).", at: Self.place(of: value, "id"))
            }
            self.id = id
        } else {
            id = nil
        }
        meta = value["meta"]
        if let meta, meta.kind != .object { throw ResourceFault(.structure, "meta is an object.", at: Self.place(of: value, "meta")) }
        self.value = value
        self.type = type
        self.typeValue = typeValue
        try checkFormat()
        if SubsetTag.isOn(meta) {
            throw ResourceFault(
                .businessRule, "This is a part of a resource, as its tag SUBSETTED says. Read the resource by itself, change that, and send all of it.",
                at: Self.place(of: value, "meta.tag"))
        }
    }

    /// What is stored under a type's address is of that type.
    func check(type: String) throws(ResourceFault) {
        guard self.type == type else {
            throw ResourceFault(.invalid, "The resource's type is not that of the address, \(type).", at: path("resourceType"))
        }
    }

    /// An update's resource has the id of its address.
    func check(id: String) throws(ResourceFault) {
        guard let own = self.id else { throw ResourceFault(.required, "The resource needs the id of the address.", at: path("id")) }
        guard own == id else { throw ResourceFault(.invalid, "The resource's id is not that of the address.", at: path("id")) }
    }

    /// Of one of its members, in the document.
    func path(_ name: String) -> String { Self.place(of: value, name) }

    /// Of a value, or of a member of it, in its document: from the type of that on, which is a bundle's where the resource is in one. Nothing stands before it where that
    /// says no type. Made for a fault alone.
    static func place(of value: JSONValue, _ name: String? = nil) -> String {
        let type = value.document.root["resourceType"]?.string.map(spoken)
        return [type, value.path, name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Objects, lists and strings are never empty, and null stands in lists of primitive values only. All are told, as far as faults are.
    private func checkFormat() throws {
        let nodes = value.document.nodes
        let end = Int(nodes[value.index].after)
        var issues: [ValidationIssue] = []
        var count = 0
        for index in value.index..<end {
            try Cancellation.check(index)
            let node = nodes[index]
            let message: Text? =
                switch node.kind {
                case .object where node.after == UInt32(index + 1): "An object is never empty; leave it out."
                case .array where node.after == UInt32(index + 1): "A list is never empty; leave it out."
                case .string where node.end - node.start == 2: "A string is never empty; leave it out."
                case .null where node.isMember: "A value is never null; leave it out."
                default: nil
                }
            guard let message else { continue }
            count += 1
            if count <= Faults.most { issues.append(issue(at: index, node.kind, message)) }
        }
        if issues.isEmpty { return }
        if let rest = Faults.rest(count - issues.count) {
            issues.append(ValidationIssue(severity: .information, code: .tooCostly, expression: spokenType, rule: "issues", text: rest))
        }
        throw InvalidResource(issues: issues)
    }

    /// In the form of the validator's.
    private func issue(at index: Int, _ kind: JSONNode.Kind, _ message: Text) -> ValidationIssue {
        let place = expression(of: index)
        let element = place.split(separator: ".").map { $0.prefix { $0 != "[" } }.joined(separator: ".")
        let broken: (code: ValidationIssue.Code, rule: String) =
            switch kind {
            case .object: (.structure, "ele-1")
            case .array: (.structure, "\(element): list")
            case .string: (.value, "\(element): string")
            default: (.structure, "\(element): null")
            }
        return ValidationIssue(severity: .error, code: broken.code, expression: place, rule: broken.rule, text: message)
    }

    /// From the resource's type on, as validation has it; of a bundle's, the entry is put before it where the bundle is refused as a whole.
    private func expression(of index: Int) -> String {
        let path = String(Substring(value.document.path(to: index).utf8.dropFirst(value.path.utf8.count)))
        return path.isEmpty || path.hasPrefix(".") ? spokenType + path : "\(spokenType).\(path)"
    }

    private var spokenType: String { Self.spoken(type) }

    private static func spoken(_ type: String) -> String { FHIRRelease.allCases.contains { $0.hasType(type) } ? type : "Resource" }

    /// The bytes with the server's id, version and time, everything else as the client sent it: a reader that compares values finds
    /// no other difference. `references` replaces strings that are, as a whole, one of its names (the `urn:uuid:` of a transaction). A fault
    /// when the resource would be too long with them.
    func stamped(id: String, version: Int, at instant: Date, references: TransactionReferences = [:], photos: [(range: Range<Int>, bytes: [UInt8])] = []) throws
        -> [UInt8]
    {
        var edits = photos.map { Edit(range: $0.range, bytes: $0.bytes) }
        let stamp = [UInt8]("\"versionId\":\"\(version)\",\"lastUpdated\":\"\(RFC3339.format(instant))\"".utf8)
        if let idValue {
            edits.append(Edit(range: idValue.range, bytes: JSONWriter.quoted(id)))
        } else {
            edits.append(Edit(after: typeValue, bytes: Array(",\"id\":".utf8) + JSONWriter.quoted(id)))
        }
        if let meta {
            let kept = meta.children.filter { !$0.isNamed("versionId") && !$0.isNamed("lastUpdated") }
            var bytes: [UInt8] = [UInt8(ascii: "{")]
            bytes.append(contentsOf: stamp)
            for member in kept {
                bytes.append(UInt8(ascii: ","))
                bytes.append(contentsOf: member.memberBytes)
            }
            bytes.append(UInt8(ascii: "}"))
            edits.append(Edit(range: meta.range, bytes: bytes))
        } else {
            edits.append(Edit(after: idValue ?? typeValue, bytes: Array(",\"meta\":{".utf8) + stamp + [UInt8(ascii: "}")]))
        }
        return try apply(edits, references)
    }

    private struct Edit {
        var range: Range<Int>
        var bytes: [UInt8]

        init(range: Range<Int>, bytes: [UInt8]) {
            self.range = range
            self.bytes = bytes
        }

        init(after value: JSONValue, bytes: [UInt8]) { self.init(range: value.range.upperBound..<value.range.upperBound, bytes: bytes) }
    }

    private func apply(_ edits: [Edit], _ references: TransactionReferences) throws -> [UInt8] {
        let growth = try references.growth(of: value)
        try Self.check(value, growing: growth)
        let source = value.document.bytes
        var stamped: [UInt8] = []
        stamped.reserveCapacity(value.range.count + max(0, growth) + 160)
        var position = value.range.lowerBound
        func put(_ bytes: [UInt8], at range: Range<Int>) {
            guard range.lowerBound >= position else { return }
            stamped.append(contentsOf: source[position..<range.lowerBound])
            stamped.append(contentsOf: bytes)
            position = range.upperBound
        }
        // A stable order: what is inserted at one place stays in the order in which it was asked for.
        var waiting = edits.enumerated().sorted { ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset) }.map(\.element)[...]
        try references.forEach(in: value) { range, bytes in
            while let edit = waiting.first, edit.range.lowerBound <= range.lowerBound {
                put(edit.bytes, at: edit.range)
                waiting.removeFirst()
            }
            put(bytes, at: range)
        }
        for edit in waiting { put(edit.bytes, at: edit.range) }
        stamped.append(contentsOf: source[position..<value.range.upperBound])
        return stamped
    }
}
