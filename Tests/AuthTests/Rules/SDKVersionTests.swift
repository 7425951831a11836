import Foundation
import Testing

@testable import AuthService

@Suite struct SDKVersionTests {
    @Test(arguments: ["1.2.3", ">=2.1.0 <3.0.0", ">=2.1.0 <3.0.0 || >=3.0.2", "=1.0.0-beta.1", "<0.0.1", ">1.0.0-rc-2"])
    func ranges(_ text: String) { #expect(VersionRange.isValid(text)) }

    @Test(arguments: [
        "", " ", "1", "1.2", "1.2.x", "^1.2.3", "~1.2.3", "v1.2.3", "1.2.3.4", "01.2.3", ">= 1.2.3", "1.2.3 ||", "|| 1.2.3", "1.2.3-", "1.2.3-a..b", "1.2.-3", "1.2.3+b"
    ])
    func noRanges(_ text: String) { #expect(!VersionRange.isValid(text)) }

    @Test func theFileIsRead() {
        let good = #"{"platforms":[{"platform":"ios","versions":[{"range":">=2.0.0","status":"supported"},{"range":"<2.0.0","status":"unsupported"}]}]}"#
        let read = SDKVersions.read(Array(good.utf8))
        #expect(read.fault == nil && read.versions.platforms.map(\.platform) == ["ios"])
        for bad in [
            "", "{}", "[]", good.replacing("supported", with: "fine"), good.replacing(">=2.0.0", with: "new"), good.replacing("ios", with: ""),
            good.replacing("]}]}", with: #"]},{"platform":"ios","versions":[]}]}"#)
        ] {
            let read = SDKVersions.read(Array(bad.utf8))
            #expect(read.fault != nil && read.versions == .none, "\(bad)")
        }
    }

    @Test func anybodyReadsThem() async throws {
        let versions = SDKVersions(platforms: [.init(platform: "ios", versions: [.init(range: ">=2.0.0", status: .deprecated)])])
        try await AuthServer.with({ $0.sdkVersions = versions }) { server in
            let answer = try await server.get("/sdk/versions")
            #expect(answer.status == .ok && answer.header("Cache-Control") == "public, max-age=300")
            #expect(try answer.decode(SDKVersions.self) == versions)
        }
    }
}
