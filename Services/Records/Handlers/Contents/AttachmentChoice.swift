import CareModels
import HTTP

/// What a reader of a resource wants to see of large attachments in it: their bytes as base64, as they were written, or where they can be read.
enum AttachmentChoice: String, CaseIterable {
    case data, url

    static let parameter = "_attachments"

    init(_ request: Request) throws { self = try request.query.value(Self.parameter, Self.self) ?? .data }

    /// What makes the address of an attachment of a version, by its place; nil when its bytes are wanted.
    func links(_ urls: ResourceURLs, _ type: String, _ id: String) -> (_ version: Int) -> ((String) -> String)? {
        guard self == .url else { return { _ in nil } }
        let resource = urls.url(type, id)
        return { version in { path in AttachmentLinks.address(resource, path, version: version) } }
    }
}
