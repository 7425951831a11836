import CareModels
import JSON

extension ValidationRun {
    func isReference(_ type: Int) -> Bool { structures.types[type].name == "Reference" }

    /// Where a reference leads, as far as it says so itself.
    mutating func reference(_ node: Int, _ type: Int, _ place: Int, _ choice: Int) {
        guard isReference(structures.types[type].elements[place].types[choice].type) else { return }
        guard let textNode = member("reference", of: node), nodes[textNode].kind == .string, let text = string(textNode) else { return }
        if text.hasPrefix("#") { return local(text, at: "reference") }
        let targets = structures.types[type].elements[place].types[choice].targets
        guard !targets.isEmpty, let target = target(of: text), !targets.contains(target) else { return }
        let known = targets.joined(separator: ", ")
        tell(
            .value, rule(type, place, "target"), "\(elementPath(type, place)) leads to a resource of a type that it may not lead to; it may lead to: \(known).",
            at: expression("reference"), severity: .warning)
    }

    /// `Patient/1`, `https://…/Patient/1`, either with `/_history/2`. Nil when it does not say a type.
    private func target(of reference: String) -> String? {
        guard !reference.hasPrefix("urn:"), !reference.contains("?") else { return nil }
        guard let type = reference.typeAndID?.type, let number = structures.number(of: type), structures.types[number].kind == .resource else { return nil }
        return structures.types[number].name
    }

    // MARK: Within the resource

    private var container: Int? { resources.lastIndex { !$0.isContained } }

    /// What is contained stands in the resource that a local reference is in, or around it (ref-1).
    private mutating func local(_ text: String, at name: String) {
        guard text != "#", let container else { return }
        let wanted = text.dropFirst()
        let known = resources[container].containedIDs ?? contained(in: resources[container].node)
        resources[container].containedIDs = known
        guard !known.contains(String(wanted)) else { return }
        tell(.invariant, "ref-1", "The reference leads to a contained resource that is not there.", at: expression(name))
    }

    /// The ids of what a resource contains.
    private func contained(in node: Int) -> Set<String> {
        guard let list = member("contained", of: node), nodes[list].kind == .array else { return [] }
        return Set(JSONValue(document: document, index: list).children.compactMap { $0.isObject ? $0["id"]?.string : nil })
    }

    /// For dom-3: whether what is contained is referred to.
    mutating func noteLocal(_ node: Int, _ primitive: PrimitiveType) {
        guard structures.release == .r4 || path.last?.name == "reference" else { return }
        guard bytes[Int(nodes[node].start) + 1] == UInt8(ascii: "#"), let container, let text = string(node) else { return }
        resources[container].localReferences.insert(text)
        if text == "#", resources.count > container + 1 { resources[container].referringBack.insert(resources[container + 1].node) }
    }

    mutating func addContained(_ node: Int) {
        guard let last = resources.indices.last else { return }
        let id = nodes[node].kind == .object ? member("id", of: node).flatMap(string) : nil
        resources[last].contained.append((node, id))
        if id == nil { tell(.required, "contained.id", "A contained resource has an id, by which it is referred to.", at: expression("id"), severity: .warning) }
        if resources[last].isContained { tell(.invariant, "dom-2", "A contained resource contains no others.") }
    }

    /// When all of a resource was seen.
    mutating func checkContained() {
        guard let last = resources.last, !last.isContained, !last.contained.isEmpty, !isFull else { return }
        for (index, contained) in last.contained.enumerated() {
            guard let id = contained.id else { continue }
            if last.localReferences.contains("#" + id) || last.referringBack.contains(contained.node) { continue }
            tell(
                .invariant, "dom-3", "A contained resource is referred to from the resource around it, or refers to it.",
                at: expression("contained[\(index)]"))
        }
    }
}
