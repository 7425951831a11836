import CareModels
import ServiceTestKit
import Testing

@testable import MessagingService

extension World {
    /// Says long messages until nobody's stream is open any more, since whoever has one reads nothing; how many. What the kernel's buffers take is beyond us.
    func sayUntilNobodyListens(_ author: Member, in conversation: ConversationID) async throws -> Int {
        let long = String(repeating: "x", count: 10_000)
        var sent = 0
        while dependencies.hub.count > 0, sent < 3000 {
            #expect(try await say(long, author, in: conversation).status == 201)
            sent += 1
        }
        #expect(dependencies.hub.count == 0)
        return sent
    }
}
