import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SDKVersionTests {
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
        try await World.run({ $0.sdkVersions = versions }) { world in
            let answer = try await world.get("/sdk/versions")
            #expect(answer.status == 200 && answer.header("Cache-Control") == "public, max-age=300")
            #expect(try answer.decode(SDKVersions.self) == versions)
        }
    }
}
