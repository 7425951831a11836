import CareModels
import Testing

@Suite struct VersionRangeTests {
    @Test(arguments: [
        ("2.1.0", ">=2.1.0 <3.0.0", true), ("3.0.0", ">=2.1.0 <3.0.0", false), ("3.0.2", ">=2.1.0 <3.0.0 || >=3.0.2", true), ("1.0.0-beta.1", "=1.0.0-beta.1", true),
        ("1.0.0-beta.2", "<1.0.0", true), ("1.0.0", ">1.0.0-rc.1", true), ("1.0.0-2", "<1.0.0-10", true), ("1.0.0-alpha", "<1.0.0-alpha.1", true),
        ("1.0.0-1", "<1.0.0-a", true), ("1.0.0+build.007", "1.0.0", true), ("1.0.1", "<=1.0.0", false),
        ("1.0.0-99999999999999999999", ">1.0.0-99999999999999999998", true)
    ])
    func ranges(version: String, range: String, isIn: Bool) throws {
        #expect(try #require(VersionRange(range)).contains(#require(SemanticVersion(version))) == isIn)
    }

    @Test(arguments: ["1.2.3", ">=2.1.0 <3.0.0", ">=2.1.0 <3.0.0 || >=3.0.2", "=1.0.0-beta.1", "<0.0.1", ">1.0.0-rc-2"])
    func isARange(_ text: String) { #expect(VersionRange(text) != nil) }

    @Test(arguments: [
        "", " ", "1", "1.2", "1.2.x", "^1.2.3", "~1.2.3", "v1.2.3", "1.2.3.4", "01.2.3", ">= 1.2.3", "1.2.3 ||", "|| 1.2.3", "1.2.3-", "1.2.3-a..b", "1.2.-3", "1.2.3+b",
        "=>1.2.3", "1.2.3-01", "nonsense", String(repeating: "1.2.3 ", count: 40)
    ])
    func isNone(_ text: String) { #expect(VersionRange(text) == nil) }

    @Test(arguments: ["1.2", "1.2.3+", "1.2.3+a..b", "1.2.3-b+a+c", "1.2.3-01", "1.2.3-é", "١.2.3", "+1.2.3", "1.-2.3", "1234567890.0.0", ""])
    func isNoVersion(_ text: String) { #expect(SemanticVersion(text) == nil) }
}
