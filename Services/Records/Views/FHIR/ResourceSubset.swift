import FHIR
import JSON

/// What a client wants of each resource that a search found (`_elements`, `_summary`): what every resource of its type has to have stays, and a tag says that it is
/// not whole.
struct ResourceSubset: Sendable {
    private let elements: Set<String>
    private let summary: SearchQuery.Summary
    private let release: FHIRRelease

    /// Nil: all of it.
    ///
    /// - Parameter isIncluded: of what is shown beside what was found, whose elements are not those that were named: http://hl7.org/fhir/R4/search.html#elements.
    init?(_ query: SearchQuery, _ release: FHIRRelease, isIncluded: Bool = false) {
        elements = isIncluded ? [] : query.elements
        summary = query.summary
        self.release = release
        if elements.isEmpty, !isSummary { return nil }
    }

    private var isSummary: Bool { [.summary, .text, .data].contains(summary) }

    func cut(_ body: [UInt8], _ type: String) -> [UInt8] {
        let wanted = Set(elements.compactMap { Self.element($0, of: type) })
        if wanted.isEmpty, !isSummary { return body }
        guard let root = (try? JSONDocument(body, limits: .resource))?.root else { return body }
        let outline = ElementOutline.of(type, release)
        var kept: [ArraySlice<UInt8>] = []
        var meta: JSONValue?
        for member in root.children {
            guard let name = member.name else { continue }
            if name == "meta" { meta = member } else if keeps(name, wanted, outline) { kept.append(member.memberBytes) }
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

    /// Of `name`, `Patient.name` and `name.family` the element of the resource, all of which is shown; nil where it is another type's.
    private static func element(_ path: String, of type: String) -> String? {
        let steps = path.split(separator: ".")
        guard let first = steps.first, steps.count > 1, first == "*" || first.first?.isUppercase == true else { return steps.first.map(String.init) }
        return first == "*" || first == type ? String(steps[1]) : nil
    }

    private func keeps(_ name: String, _ wanted: Set<String>, _ outline: ElementOutline) -> Bool {
        // The extensions of a primitive are with it.
        let element = name.hasPrefix("_") ? String(name.dropFirst()) : name
        if ["resourceType", "id"].contains(element) || outline.isRequired(element) { return true }
        if wanted.contains(where: { $0 == element || $0.hasSuffix("[x]") && element.hasPrefix($0.dropLast(3)) }) { return true }
        switch summary {
        case .summary: return outline.isSummary(element)
        case .text: return element == "text"
        case .data: return wanted.isEmpty && element != "text"
        default: return outline.isChoice(element, of: wanted)
        }
    }
}
