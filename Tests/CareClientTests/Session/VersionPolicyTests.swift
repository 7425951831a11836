import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct VersionPolicyTests {
    @Test func theFirstRangeThatHasItDecides() {
        let policy = VersionPolicy(platforms: [
            .init(platform: "ios", versions: [.init(range: "<1.0.0", status: .unsupported), .init(range: "<2.0.0", status: .deprecated)])
        ])
        #expect(policy.status(of: "0.9.0", on: "ios") == .unsupported)
        #expect(policy.status(of: "1.9.0", on: "ios") == .deprecated)
        #expect(policy.status(of: "2.0.0", on: "ios") == .supported)
        #expect(policy.status(of: "0.9.0", on: "linux") == .supported)
        #expect(policy.status(of: "new", on: "ios") == .supported)
        #expect(policy.status(of: "0.9.0+41", on: "ios") == .unsupported)
    }

    @Test func aRangeThatCannotBeReadSaysNothing() {
        let policy = VersionPolicy(platforms: [
            .init(platform: "ios", versions: [.init(range: "^1.0.0 || <9.0.0", status: .unsupported), .init(range: "<2.0.0", status: .deprecated)])
        ])
        #expect(policy.status(of: "1.0.0", on: "ios") == .deprecated)
    }
}
