import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct VersionPolicyTests {
    @Test(arguments: [
        ("2.1.0", ">=2.1.0 <3.0.0", true), ("3.0.0", ">=2.1.0 <3.0.0", false), ("3.0.2", ">=2.1.0 <3.0.0 || >=3.0.2", true), ("1.0.0-beta.1", "=1.0.0-beta.1", true),
        ("1.0.0-beta.2", "<1.0.0", true), ("1.0.0", ">1.0.0-rc.1", true), ("1.0.0-2", "<1.0.0-10", true), ("1.0.0-alpha", "<1.0.0-alpha.1", true),
        ("1.0.0-1", "<1.0.0-a", true), ("1.0.0+build", "1.0.0", true), ("1.2.3", "nonsense", false), ("1.2.3", "", false)
    ])
    func ranges(version: String, range: String, isIn: Bool) throws {
        #expect(try #require(SemanticVersion(version)).isIn(range) == isIn)
    }

    @Test func theFirstRangeThatHasItDecides() {
        let policy = VersionPolicy(platforms: [
            .init(platform: "ios", versions: [.init(range: "<1.0.0", status: .unsupported), .init(range: "<2.0.0", status: .deprecated)])
        ])
        #expect(policy.status(of: "0.9.0", on: "ios") == .unsupported)
        #expect(policy.status(of: "1.9.0", on: "ios") == .deprecated)
        #expect(policy.status(of: "2.0.0", on: "ios") == .supported)
        #expect(policy.status(of: "0.9.0", on: "linux") == .supported)
        #expect(policy.status(of: "new", on: "ios") == .supported)
    }
}
