import FHIR
import JSON

/// Whose access rules hold for a Binary beside its own (`Binary.securityContext`): who may not read that, may not have this
/// (http://hl7.org/fhir/R4/binary.html#security).
struct SecurityContext: Equatable, Sendable {
    /// What has one.
    static let type = "Binary"

    var type: String
    var id: String

    /// Nil when it has none. What it names is looked for in the same record, whatever server or version the reference is of: what is not to be found there nobody sees
    /// who may not see everything.
    init?(of resource: JSONValue) {
        guard resource["resourceType"]?.string == Self.type, let context = resource["securityContext"], context.kind != .null else { return nil }
        (type, id) = Self.target(context["reference"]?.string ?? "") ?? ("", "")
    }

    init?(of body: [UInt8]?) {
        guard let body, let root = try? JSONDocument(body, limits: .resource).root else { return nil }
        self.init(of: root)
    }

    /// `Type/id` of a url, or of one with a version.
    private static func target(_ text: String) -> (type: String, id: String)? {
        text.typeAndID.flatMap { reference($0.type, $0.id) }
    }

    /// `Type/id`.
    static func reference(_ text: String) -> (type: String, id: String)? {
        let parts = text.lastParts(3)
        return parts.count == 2 ? reference(parts[0], parts[1]) : nil
    }

    private static func reference(_ type: String, _ id: String) -> (type: String, id: String)? {
        guard !type.isEmpty, type.allSatisfy({ $0.isASCII && $0.isLetter }), ResourceID.isValid(id) else { return nil }
        return (type, id)
    }
}
