import Testing

/// Where the tests' executable begins. Because of this file, by its name, SwiftPM makes no beginning of its own, with a search for XCTests, of which there are
/// none, in an index that is not made.
@main enum Entry {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
