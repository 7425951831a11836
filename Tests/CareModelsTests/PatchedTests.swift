import CareModels
import Foundation
import Testing

@Suite struct PatchedTests {
    private struct Patch: Decodable, Equatable {
        var title: Patched<String> = .absent
        var limit: Patched<Int> = .absent
        var days: Patched<[String]> = .absent
    }

    private func patch(_ json: String) throws -> Patch { try JSONDecoder().decode(Patch.self, from: Data(json.utf8)) }

    @Test func absentNullAndAValueAreThreeThings() throws {
        #expect(try patch("{}") == Patch())
        #expect(try patch(#"{"title":null,"limit":null,"days":null}"#) == Patch(title: .cleared, limit: .cleared, days: .cleared))
        #expect(try patch(#"{"title":"","limit":0,"days":[]}"#) == Patch(title: .set(""), limit: .set(0), days: .set([])))
        #expect(throws: DecodingError.self) { try patch(#"{"limit":"7"}"#) }
    }

    @Test func whatCannotBeClearedIsKeptOrSet() {
        var checks = Checks()
        #expect(checks.kept(Patched<Int>.absent, "limit") == nil)
        #expect(checks.kept(.set(7), "limit") == 7)
        #expect(checks.faults.isEmpty)
        #expect(checks.kept(Patched<Int>.cleared, "limit") == nil)
        #expect(checks.faults == [Fault("limit", "cannot be cleared; leave it out to keep it")])
    }
}
