import FHIR
import JSON

/// A Binary without its data, which is said of it.
struct PartialBinary: Sendable {
    /// Of a Binary's members each goes over as it was written.
    static func bytes(of body: [UInt8], _ release: FHIRRelease) -> [UInt8] {
        guard let root = try? JSONDocument(body, limits: .resource).root else { return body }
        let members = root.children.filter { !["data", "content"].contains($0.name) }.map { member in
            member.isNamed("meta") ? Array("\"meta\":".utf8) + SubsetTag.put(on: member, release) : Array(member.memberBytes)
        }
        return Array("{".utf8) + members.joined(separator: Array(",".utf8)) + Array("}".utf8)
    }
}
