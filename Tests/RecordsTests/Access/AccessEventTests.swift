import CareModels
import Foundation
import JSON
import Testing

@testable import RecordsService

/// How a use of a record is spelled where it is sealed.
@Suite struct AccessEventTests {
    private static let full = AccessEvent(
        at: Date(timeIntervalSince1970: 1_772_980_200.125), action: .execute, interaction: "search-type", actor: UserID(.v7()), role: .provider,
        client: "a \"quoted\"\u{7} client", guardian: UserID(.v7()), purpose: .breakGlass, basis: .breakGlass, sources: [UUID(), UUID()], network: "203.0.113.0/24",
        request: "r/1", status: 404,
        things: [
            AccessEvent.Thing(action: .read, type: "Patient", id: "grüße\u{2028}", version: 3), AccessEvent.Thing(action: .delete, type: "Observation")
        ], count: 1_234, parameters: ["code", "date"])
    private static let least = AccessEvent(
        at: Date(timeIntervalSince1970: 0), action: .read, interaction: "read", role: .service, client: "", purpose: .systemAdministration, request: "")

    /// By hand as its `Codable` would, which reads it.
    @Test(arguments: [[], [least], [full], [full, least, full]]) func aListIsWrittenAsItIsRead(events: [AccessEvent]) throws {
        let bytes = AccessRow.bytes(of: events)
        let encoded = try CareJSON.bytes(of: events)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: encoded, as: UTF8.self))
        #expect(try CareJSON.decode([AccessEvent].self, from: bytes) == events)
    }
}
