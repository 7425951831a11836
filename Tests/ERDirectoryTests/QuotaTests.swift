import CareModels
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct QuotaTests {
    /// Each is a line of the room's log and of the feed of changes, for good.
    @Test(arguments: [Role.scheduler, .service]) func anEditorChangesSoOftenAMinute(_ role: Role) async throws {
        try await World.run(changesPerMinute: 3) { world in
            let (editor, other) = (try World.caller(role), try World.caller(.admin))
            let er = try await world.enter("Central", by: editor)
            for hours in [#"{"preset": "closed"}"#, #"{"preset": "open24"}"#] {
                #expect(try await world.putDay(er.id, "2026-07-02", hours, by: editor).status == 200)
            }
            let events = try await world.events(of: er.id).count
            for refused in [
                try await world.putDay(er.id, "2026-07-02", #"{"preset": "closed"}"#, by: editor),
                try await world.send(.DELETE, "/ers/\(er.id)", editor, headers: ["If-Match": "*"])
            ] {
                #expect(refused.status == 429 && refused.headers.first(name: "Retry-After") != nil)
            }
            #expect(try await world.events(of: er.id).count == events)
            #expect(try await world.get("/ers/\(er.id)").status == 200)
            #expect(try await world.putDay(er.id, "2026-07-02", #"{"preset": "closed"}"#, by: other).status == 200)
        }
    }
}
