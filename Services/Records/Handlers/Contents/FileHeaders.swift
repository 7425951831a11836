import CareModels
import HTTP

/// What a request says of the file that it brings.
struct FileHeaders: Sendable {
    private static let longestType = 200
    static let keepMetadata = "Care-Keep-Metadata"
    static let securityContext = "X-Security-Context"

    var contentType: String
    var keepsMetadata: Bool
    /// Whose access rules hold for it (http://hl7.org/fhir/R4/binary.html#security).
    var securityContext: String?

    init(_ request: Request) throws {
        guard let type = request.headers.first(name: "Content-Type") else {
            throw Problem.unsupportedMediaType("Say by Content-Type what the file is.", accepted: "*/*")
        }
        contentType = try Self.type(type, "Content-Type")
        keepsMetadata = try request.keepsMetadata()
        securityContext = request.headers.first(name: Self.securityContext)
        if let securityContext, SecurityContext.reference(securityContext) == nil {
            throw Problem.invalid(Fault(Self.securityContext, "must be a reference to a resource of the same record, such as DocumentReference/3"))
        }
    }

    static func type(_ text: String, _ field: String) throws -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.contains("/") && text.utf8.count <= longestType
        guard isPlain else { throw Problem.invalid(Fault(field, "must be a media type of at most \(limit: longestType) characters")) }
        return text
    }
}

extension Request {
    /// Pictures are stored with what they tell beside what they show.
    func keepsMetadata() throws -> Bool {
        switch headers.first(name: FileHeaders.keepMetadata) {
        case nil, "false": return false
        case "true": return true
        default: throw Problem.invalid(Fault(FileHeaders.keepMetadata, "must be true or false"))
        }
    }
}
