/// Where something large was taken out of a stored body, and what it is.
struct Cut: Codable, Equatable, Sendable {
    /// Its base64 belongs before this byte of the stored body.
    var at: Int
    var size: Int
    /// SHA-256.
    var digest: [UInt8]
    /// The client sent a file, not a resource.
    var isFile: Bool?

    /// Characters of base64.
    var length: Int { (size + 2) / 3 * 4 }
}

extension [Cut] {
    /// By so much the body is longer than what is stored of it.
    var length: Int { reduce(0) { $0 + $1.length } }
}
