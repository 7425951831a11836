extension French {
    /// Auth's pages and the front door's.
    package static let pages: [String: String] = [:]
}
