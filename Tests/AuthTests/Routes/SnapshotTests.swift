import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SnapshotTests {
    @Test func usersAreToldAsOthersMayKnowThemButNoneWhoWasErased() async throws {
        try await World.run { world in
            let stays = try await world.signUp("stays", extra: ["fullName": "Stays Here", "timeZone": "America/Winnipeg"])
            let leaves = try await world.signUp("leaves")
            let token = try await world.logIn("leaves").accessToken
            #expect(try await world.send(.DELETE, "/users/\(leaves.id)", token: token).status == 204)

            let told: [UUID: UserSnapshot] = try await world.pool.told(.users, of: snapshots)
            #expect(Array(told.keys) == [stays.id.uuid])
            let registered = try await world.event(UserRegistered.self, about: stays.id.uuid)
            #expect(told[stays.id.uuid] == UserSnapshot(registered))
        }
    }
}
