import JSON

/// A Binary without its data, which is said of it.
struct PartialBinary: Sendable {
    private static let subsetted = #"{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"SUBSETTED"}"#

    /// Of a Binary's members each goes over as it was written.
    static func bytes(of body: [UInt8]) -> [UInt8] {
        guard let root = try? JSONDocument(body, limits: .resource).root else { return body }
        let members = root.children.filter { !["data", "content"].contains($0.name) }.map { member in
            member.isNamed("meta") ? meta(member) : String(decoding: member.memberBytes, as: UTF8.self)
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func meta(_ meta: JSONValue) -> String {
        let others = meta.children.filter { !$0.isNamed("tag") }.map { String(decoding: $0.memberBytes, as: UTF8.self) }
        let tags = (meta["tag"].map { Array($0.children) } ?? []).map { String(decoding: $0.bytes, as: UTF8.self) } + [subsetted]
        return "\"meta\":{" + (others + ["\"tag\":[\(tags.joined(separator: ","))]"]).joined(separator: ",") + "}"
    }
}
