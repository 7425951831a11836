import JSON

/// Whose access rules hold for a Binary beside its own (`Binary.securityContext`): who may not read that, may not have this
/// (http://hl7.org/fhir/R4/binary.html#security).
struct SecurityContext: Equatable, Sendable {
    /// What has one.
    static let type = "Binary"

    var type: String
    var id: String

    /// Nil: none of the same record.
    init?(of resource: JSONValue) {
        guard resource["resourceType"]?.string == Self.type, let text = resource["securityContext"]?["reference"]?.string,
            let (type, id) = Self.reference(text)
        else { return nil }
        (self.type, self.id) = (type, id)
    }

    init?(of body: [UInt8]?) {
        guard let body, let root = try? JSONDocument(body, limits: .resource).root else { return nil }
        self.init(of: root)
    }

    /// `Type/id`.
    static func reference(_ text: String) -> (type: String, id: String)? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && $0.isLetter }), ResourceID.isValid(parts[1]) else { return nil }
        return (parts[0], parts[1])
    }
}
