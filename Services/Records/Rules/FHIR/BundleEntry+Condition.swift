import CareModels
import JSON

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
