import Foundation
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
        try await AuthServer.with({ $0.sdkVersions = versions }) { server in
            let answer = try await server.get("/sdk/versions")
            #expect(answer.status == .ok && answer.header("Cache-Control") == "public, max-age=300")
            #expect(try answer.decode(SDKVersions.self) == versions)
        }
    }
}
