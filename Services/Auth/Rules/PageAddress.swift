import CareModels

/// The address of a page of somebody's own, for apps to show. Nobody asks it here, and our own pages show it as text in its field alone.
enum PageAddress {
    /// No longer than anybody's is: it may be in id tokens.
    static let longest = 500
    /// What no address holds (RFC 3986, 2), and what would be somebody's markup in a page that takes it as it is.
    private static let foreign = Set("\"<>\\^`{|}".utf8)

    static func check(_ text: String, _ field: String, _ checks: inout Checks) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !foreign.contains($0) }), PercentCoding.decode(text.utf8) != nil, WebOrigin.of(text) != nil else {
            return checks.fail(field, "must be an http or https address in ASCII characters, such as https://example.org/jo")
        }
        let authority = text.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#".contains($0) }
        checks.check(!authority.contains("@"), field, "must not hold a user or a password")
    }
}
