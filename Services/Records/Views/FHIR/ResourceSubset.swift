import FHIR
import JSON

/// What a client wants of each resource that a search found (`_elements`, `_summary`): what every resource of its type has to have stays, and a tag says that it is
/// not whole.
struct ResourceSubset: Sendable {
    private let elements: Set<String>
    private let summary: SearchQuery.Summary
    private let release: FHIRRelease

    /// Nil: all of it.
    init?(_ query: SearchQuery, _ release: FHIRRelease) {
        guard !query.elements.isEmpty || [.summary, .text, .data].contains(query.summary) else { return nil }
        elements = query.elements
        summary = query.summary
        self.release = release
    }

    func cut(_ body: [UInt8], _ type: String) -> [UInt8] {
        guard let root = (try? JSONDocument(body, limits: .resource))?.root else { return body }
        let outline = ElementOutline.of(type, release)
        var kept: [ArraySlice<UInt8>] = []
        var meta: JSONValue?
        for member in root.children {
            guard let name = member.name else { continue }
            if name == "meta" { meta = member } else if keeps(name, outline) { kept.append(member.memberBytes) }
        }
        var bytes: [UInt8] = [UInt8(ascii: "{")]
        // The type and the id come first, as in what was sent.
        for (place, member) in kept.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += member
        }
        bytes += Array(",\"meta\":".utf8) + SubsetTag.put(on: meta, release)
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private func keeps(_ name: String, _ outline: ElementOutline) -> Bool {
        // The extensions of a primitive are with it.
        let element = name.hasPrefix("_") ? String(name.dropFirst()) : name
        if ["resourceType", "id"].contains(element) || outline.isRequired(element) { return true }
        if elements.contains(where: { $0 == element || $0.hasSuffix("[x]") && element.hasPrefix($0.dropLast(3)) || $0.hasSuffix("." + element) }) { return true }
        switch summary {
        case .summary: return outline.isSummary(element)
        case .text: return element == "text"
        case .data: return elements.isEmpty && element != "text"
        default: return outline.isChoice(element, of: elements)
        }
    }
}
