import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SnapshotTests {
    @Test func usersAreToldAsOthersMayKnowThemButNoneWhoWasErased() async throws {
        try await AuthServer.with { server in
            let stays = try await server.signUp("stays", extra: ["fullName": "Stays Here", "timeZone": "America/Winnipeg"])
            let leaves = try await server.signUp("leaves")
            let token = try await server.logIn("leaves").accessToken
            #expect(try await server.send(.DELETE, "/users/\(leaves.id)", token: token).status == .noContent)

            let told: [UUID: UserSnapshot] = try await server.pool.told(.users, of: snapshots)
            #expect(Array(told.keys) == [stays.id.uuid])
            let registered = try await server.event(UserRegistered.self, about: stays.id.uuid)
            #expect(told[stays.id.uuid] == UserSnapshot(registered))
        }
    }
}
