import CareModels
import Foundation
import JSON

/// What a client has of a resource that it reads (http://hl7.org/fhir/R4/http.html#cread).
struct KnownVersion: Sendable {
    var tags: Condition?
    /// Counts only without tags.
    var since: Date?

    func isCurrent(_ version: Int, writtenAt: Date) -> Bool {
        if let tags { return tags.names(version: version, .weak) }
        return since.map { writtenAt <= $0 } ?? false
    }
}

extension BundleEntry {
    /// Whatever a write hangs on is read, or refused: what is passed over protects nobody.
    mutating func readConditions(_ request: JSONValue) throws(ResourceFault) {
        if let query = try Self.text("ifNoneExist", of: request) {
            guard case .create = action else { throw ResourceFault(.value, "ifNoneExist is for POST alone.", at: "\(request.path).ifNoneExist") }
            ifNoneExist = SentCondition.query(query, of: type)
        }
        if let tags = try Self.text("ifMatch", of: request) {
            guard let match = Condition(tags) else { throw ResourceFault(.value, "ifMatch is an entity tag, such as W/\"3\".", at: "\(request.path).ifMatch") }
            switch action {
            case .update, .updateFound, .patch, .patchFound, .delete, .deleteFound: precondition.match = match
            default: throw ResourceFault(.value, "ifMatch is for PUT, PATCH and DELETE.", at: "\(request.path).ifMatch")
            }
        }
        if let tags = try Self.text("ifNoneMatch", of: request) {
            switch action {
            case .update, .updateFound:
                guard Condition(tags) == .any else {
                    throw ResourceFault(.value, "ifNoneMatch can only be * in an update.", at: "\(request.path).ifNoneMatch")
                }
                precondition.mustBeAbsent = true
            case .read, .readVersion, .search:
                guard let condition = Condition(tags) else {
                    throw ResourceFault(.value, "ifNoneMatch is an entity tag, such as W/\"3\".", at: "\(request.path).ifNoneMatch")
                }
                known.tags = condition
            default: throw ResourceFault(.value, "ifNoneMatch is for GET, HEAD and PUT.", at: "\(request.path).ifNoneMatch")
            }
        }
        if isReading, let text = try Self.text("ifModifiedSince", of: request) {
            guard let since = RFC3339.parse(text) else {
                throw ResourceFault(.value, "ifModifiedSince is an instant, such as 2026-03-08T14:30:00Z.", at: "\(request.path).ifModifiedSince")
            }
            known.since = since
        }
    }

    private static func text(_ name: String, of request: JSONValue) throws(ResourceFault) -> String? {
        guard let value = request[name] else { return nil }
        guard let text = value.string else { throw ResourceFault(.value, "\(name) is a string.", at: "\(request.path).\(name)") }
        return text
    }
}

extension BundleEntry {
    /// Of the resource that it names; nil where a search finds it, or it is new.
    var id: String? {
        switch action {
        case .update(_, let id), .patch(_, let id), .delete(_, let id), .read(_, let id), .readVersion(_, let id, _): id
        default: nil
        }
    }

    /// The search that it is for, or that has to find nothing.
    var condition: String? {
        switch action {
        case .updateFound(_, let query), .patchFound(_, let query), .deleteFound(_, let query): query
        default: ifNoneExist
        }
    }

    var isPatch: Bool {
        switch action {
        case .patch, .patchFound: true
        default: false
        }
    }

    var isReading: Bool {
        switch action {
        case .read, .readVersion, .search: true
        default: false
        }
    }

    /// Where its condition finds nothing.
    var makesNew: Bool {
        switch action {
        case .create, .updateFound: true
        default: false
        }
    }

    /// The id of the resource that comes along, where a new one keeps it.
    var ownID: String? {
        guard case .updateFound = action else { return nil }
        return resource?["id"]?.string
    }
}

extension JSONValue {
    /// Values of `reference` that say a search.
    var conditionalReferences: Set<String> {
        let nodes = document.nodes
        var found: Set<String> = []
        for index in self.index..<Int(nodes[self.index].after) where nodes[index].kind == .string && nodes[index].isMember {
            let value = JSONValue(document: document, index: index)
            Looks.add()
            guard value.isNamed("reference"), let text = value.string, text.first?.isUppercase == true, text.contains("?") else { continue }
            found.insert(text)
        }
        return found
    }

    /// Whether one version of something is referred to.
    var namesVersion: Bool {
        let nodes = document.nodes
        return (self.index..<Int(nodes[self.index].after)).contains { index in
            guard nodes[index].kind == .string, nodes[index].isMember else { return false }
            let value = JSONValue(document: document, index: index)
            return value.isAddressOfResource && value.string.map { EntryName.unversioned($0).version } ?? false
        }
    }

    /// The `reference` of a Reference, or the `url` of an attachment: not that of an extension or a definition, which is what it is called.
    var isAddressOfResource: Bool {
        if isNamed("reference") { return true }
        guard isNamed("url"), let holder = parent, let list = holder.parent, holder["resourceType"] == nil else { return false }
        return !list.isNamed("extension") && !list.isNamed("modifierExtension")
    }
}
