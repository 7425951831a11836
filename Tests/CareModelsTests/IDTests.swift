import CareModels
import Foundation
import JSON
import Testing

@Suite struct IDTests {
    private let text = "019ca001-0b1c-7e2d-b3f4-a5968778695a"

    @Test func isLowerCaseTextEverywhere() throws {
        let id = try #require(UserID(text.uppercased()))
        #expect(id.description == text)
        #expect(String(decoding: try CareJSON.encode([id]), as: UTF8.self) == "[\"\(text)\"]")
        #expect(try CareJSON.decode([UserID].self, from: Data("[\"\(text.uppercased())\"]".utf8)) == [id])
    }

    @Test(arguments: [
        "", "019ca001", "{019ca001-0b1c-7e2d-b3f4-a5968778695a}", "019ca0010b1c7e2db3f4a5968778695a",
        "019ca001-0b1c-7e2d-b3f4-a5968778695", "019ca001-0b1c-7e2d-b3f4-a5968778695a0", "019ca001-0b1c-7e2d-b3f4-a5968778695g",
        " 019ca001-0b1c-7e2d-b3f4-a5968778695a", "019ca001-0b1c-7e2d-b3f4-a5968778695a\n"
    ])
    func refusesWhatIsNoUUID(text: String) {
        #expect(UserID(text) == nil)
    }

    @Test func anErrorNamesTheFieldAndTheForm() throws {
        let json = Data(#"{"userId":"nobody","version":1,"deletedAt":"2026-03-08T14:30:00Z"}"#.utf8)
        do {
            _ = try CareJSON.decode(UserDeleted.self, from: json)
            Issue.record("it was accepted")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.codingPath.map(\.stringValue) == ["userId"])
            #expect(context.debugDescription.contains("expected a UUID"))
        }
    }

    @Test func sortsByItsBytes() throws {
        let early = try #require(UserID("019ca001-0b1c-7e2d-b3f4-a5968778695a"))
        let late = try #require(UserID("f19ca001-0b1c-7e2d-b3f4-a5968778695a"))
        #expect(early < late)
        #expect(!(late < early))
    }
}
