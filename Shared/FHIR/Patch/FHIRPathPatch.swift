import CareModels
import JSON

/// A FHIRPath Patch (http://hl7.org/fhir/R4/fhirpatch.html): a Parameters resource with a parameter for each operation.
package struct FHIRPathPatch: Sendable {
    package static let mostOperations = 1000
    /// Bytes of all its paths. What a path reads as is many times as large as its text, and all of them are held until the last is done.
    static let longestPaths = 256 << 10
    /// Each operation reads the resource as the one before has left it: so many bytes are read in all.
    static let mostRead = 64 << 20
    /// Of all its paths.
    static let mostSteps = 1_000_000
    /// Of an object, and bytes of their names. What a patch adds is held to the definitions when all of it is done: until then it could be of any shape, and each
    /// step of a path is a walk over an object's members.
    static let mostMembers = 1_000
    static let longestName = 1_024

    private enum Kind: String, Sendable { case add, insert, delete, replace, move }

    private struct Operation: Sendable {
        let kind: Kind
        let path: FHIRPath
        /// Of what is added.
        var name = ""
        /// The part that holds it.
        var value: JSONValue?
        var index = 0
        var source = 0
        var destination = 0
    }

    private let operations: [Operation]
    private let release: FHIRRelease

    package init(_ parameters: JSONValue, _ release: FHIRRelease) throws(PatchFault) {
        guard parameters["resourceType"]?.string == "Parameters" else { throw .malformed("A FHIRPath Patch is a Parameters resource.") }
        let list = parameters["parameter"]
        guard list?.isList ?? true else { throw .malformed("The operations of a patch are a list.") }
        let given: [JSONValue] = list.map { Array($0.children) } ?? []
        guard given.count <= Self.mostOperations else {
            throw .malformed("The patch has \(given.count) operations; at most \(Self.mostOperations) are taken.")
        }
        var operations: [Operation] = []
        var length = 0
        for (index, parameter) in given.enumerated() { operations.append(try Self.operation(parameter, index, &length)) }
        self.operations = operations
        self.release = release
    }

    /// `length` grows by its path.
    private static func operation(_ parameter: JSONValue, _ index: Int, _ length: inout Int) throws(PatchFault) -> Operation {
        guard parameter["name"]?.string == "operation", let list = parameter["part"], list.isList else {
            throw .malformed("Each parameter is called operation, and has parts.", operation: index)
        }
        var parts: [String: JSONValue] = [:]
        for part in list.children { parts[part["name"]?.string ?? ""] = part }
        guard let type = parts["type"]?["valueCode"]?.string, let kind = Kind(rawValue: type) else {
            throw .malformed("The type is add, insert, delete, replace or move.", operation: index)
        }
        guard let text = parts["path"]?["valueString"]?.string else { throw .malformed("The operation says no path.", operation: index) }
        length += text.utf8.count
        guard length <= longestPaths else { throw .malformed("The patch's paths are longer than \(longestPaths) bytes; send them in parts.", operation: index) }
        var operation: Operation
        do throws(FHIRPathError) {
            operation = Operation(kind: kind, path: try FHIRPath(text))
        } catch {
            throw .malformed("The path cannot be read as FHIRPath.", operation: index, at: text)
        }
        func number(_ name: String) throws(PatchFault) -> Int {
            guard let number = parts[name]?["valueInteger"]?.number, let whole = Int(exactly: number), whole >= 0 else {
                throw .malformed("The operation's \(name) is a whole number from 0 on.", operation: index, at: text)
            }
            return whole
        }
        if kind == .add {
            guard let name = parts["name"]?["valueString"]?.string, !name.isEmpty else { throw .malformed("The operation says no name.", operation: index, at: text) }
            operation.name = name
        }
        if kind == .add || kind == .insert || kind == .replace {
            guard let value = parts["value"] else { throw .malformed("The operation has no value.", operation: index, at: text) }
            operation.value = value
        }
        if kind == .insert { operation.index = try number("index") }
        if kind == .move { (operation.source, operation.destination) = (try number("source"), try number("destination")) }
        return operation
    }

    /// All operations in their order, or none. What they do not touch stays as its bytes are.
    package func apply(to document: JSONValue) throws -> [UInt8] {
        var work = PatchWork()
        return try apply(to: document, &work)
    }

    /// The same; `work` grows by what it has cost, also where it is refused.
    package func apply(to document: JSONValue, _ work: inout PatchWork) throws -> [UInt8] {
        var bytes = Array(document.bytes)
        var read = 0
        var steps = Self.mostSteps
        defer {
            work.steps += PatchWork.perPathStep * (Self.mostSteps - steps)
            work.bytes += read
        }
        let tooMuch: Text = "So many operations are too much for a resource of this size; send them in parts."
        for (index, operation) in operations.enumerated() {
            try Task.checkCancellation()
            read += bytes.count
            guard read <= Self.mostRead else { throw PatchFault(tooMuch, operation: index) }
            do {
                bytes = try apply(operation, to: bytes, &steps)
            } catch var fault as PatchFault {
                (fault.operation, fault.place) = (index, operation.path.text)
                throw fault
            } catch FHIRPathError.tooManySteps {
                throw PatchFault(tooMuch, operation: index, at: operation.path.text)
            } catch FHIRPathError.tooManyValues {
                let most = FHIRPathRun.mostValues
                throw PatchFault("The path makes a list of more than \(most) values; name what is meant more closely.", operation: index, at: operation.path.text)
            } catch is FHIRPathError {
                throw PatchFault("The path leads nowhere in this resource.", operation: index, at: operation.path.text)
            } catch is JSONFault {
                throw PatchFault("The resource would be nested too deep.", operation: index, at: operation.path.text)
            }
        }
        return bytes
    }

    private func apply(_ operation: Operation, to bytes: [UInt8], _ steps: inout Int) throws -> [UInt8] {
        let root = try JSONDocument(bytes, limits: .resource).root
        try Self.checkShape(of: root.document)
        let nodes = try operation.path.nodes(root, FHIRPathEnvironment(release: release), &steps)
        var edit = ElementEdit(root, FHIRTypes.of(release), FHIRLists.of(release))
        switch operation.kind {
        case .add: try edit.add(operation.value, named: operation.name, to: try single(nodes))
        case .replace: try edit.replace(try single(nodes), with: operation.value)
        case .delete:
            // What is not there need not be deleted.
            guard !nodes.isEmpty else { return bytes }
            try edit.delete(try single(nodes))
        case .insert: try edit.insert(operation.value, at: operation.index, in: nodes)
        case .move: try edit.move(from: operation.source, to: operation.destination, in: nodes)
        }
        return edit.bytes
    }

    private static func checkShape(of document: JSONDocument) throws(PatchFault) {
        var members = [Int](repeating: 0, count: document.nodes.count)
        for node in document.nodes where node.isMember {
            members[Int(node.parent)] += 1
            // No element's name has an escape in it either, which each look at it would resolve.
            guard members[Int(node.parent)] <= mostMembers, Int(node.keyEnd - node.keyStart) <= longestName, !node.isKeyEscaped else {
                throw PatchFault("The resource would have an object with more members, or longer names, than any element has.")
            }
        }
    }

    private func single(_ nodes: [FHIRPathNode]) throws(PatchFault) -> FHIRPathNode {
        guard let node = nodes.first else { throw PatchFault("There is nothing there.") }
        guard nodes.count == 1 else { throw PatchFault("The path leads to \(nodes.count) elements; it has to lead to one.") }
        return node
    }
}
