import Fetch

/// What its server says of a list's version (RFC 9110, section 8.8); nothing where it says none.
struct ListVersion: Codable, Equatable, Sendable {
    var etag: String?
    var lastModified: String?

    static let longest = 1024

    init() {}

    /// What cannot be said again is passed over.
    init(_ response: FetchResponse) {
        func said(_ name: String) -> String? {
            response.header(name).flatMap { value in
                value.utf8.count <= Self.longest && !value.isEmpty && value.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? value : nil
            }
        }
        etag = said("ETag")
        lastModified = said("Last-Modified")
    }

    /// With these only another version is fetched.
    var conditions: [(name: String, value: String)] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)].compactMap { name, value in value.map { (name, $0) } }
    }
}
