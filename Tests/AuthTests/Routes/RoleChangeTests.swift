import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// `change-role`: schedulers become admins, and admins schedulers; nobody else becomes anything.
@Suite struct RoleChangeTests {
    private static func change(_ world: World, _ name: String, to role: Role) async throws -> UserID {
        try await ChangeRoleCommand.change(name, to: role, pool: world.pool, now: world.clock.now)
    }

    @Test func whatWasBegunWithTheFormerRoleEnds() async throws {
        try await World.run { world in
            let chief = try await world.admin()
            #expect(try await world.get("/admin/users?q=chief", token: chief.accessToken).status == 200)
            #expect(try await Self.change(world, "CHIEF", to: .scheduler) == chief.user.id)
            #expect(try await world.refresh(chief.refreshToken).member("error") == "invalid_grant")
            let told = try await world.event(UserUpdated.self, about: chief.user.id.uuid)
            #expect(told.role == .scheduler && told.version == 2)
            let theo = try await world.logIn("chief")
            #expect(theo.user.role == .scheduler && !theo.scope.contains("admin:"))
            #expect(try await world.get("/admin/users?q=chief", token: theo.accessToken).status == 403)
            // The same once more is no change.
            #expect(try await Self.change(world, "chief", to: .scheduler) == chief.user.id)
            #expect(try await world.refresh(theo.refreshToken).status == 200)
            #expect(try await world.audit(.roleChanged) == 1)
            _ = try await Self.change(world, "chief", to: .admin)
            let again = try await world.logIn("chief")
            #expect(again.user.role == .admin && again.scope.contains("admin:users"))
            #expect(try await world.audit(.roleChanged) == 2)
        }
    }

    @Test(arguments: ["patient", "provider"]) func patientsAndProvidersStayWhatTheyAre(_ type: String) async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", type: type)
            let chief = try await world.admin().user
            let login = try await world.logIn("ada")
            for role in RoleChange.roles {
                await #expect(throws: (any Error).self) { _ = try await Self.change(world, "ada", to: role) }
            }
            for role in Role.allCases where !RoleChange.roles.contains(role) {
                await #expect(throws: (any Error).self) { _ = try await Self.change(world, "chief", to: role) }
            }
            await #expect(throws: (any Error).self) { _ = try await Self.change(world, "nobody", to: .admin) }
            #expect(try await world.count("SELECT count(*) FROM users WHERE id = \(ada.id) AND role = \(type)") == 1)
            #expect(try await world.count("SELECT count(*) FROM users WHERE id = \(chief.id) AND role = 'admin'") == 1)
            #expect(try await world.refresh(login.refreshToken).status == 200)
            #expect(try await world.audit(.roleChanged) == 0)
        }
    }

    /// As a login that has looked at the password, and begins its session behind the change.
    @Test func nothingBeginsWithTheFormerRole() async throws {
        try await World.run { world in
            let id = try await world.admin().user.id
            let read = try #require(try await world.pool.withConnection { try await $0.user(id) })
            _ = try await Self.change(world, "chief", to: .scheduler)
            let login = ProvenLogin(
                attempt: LoginAttempt(accountKey: [1], addressKey: [2], origin: .platform), user: read, hadFailures: false, newHash: nil)
            let admit = AdmitLogin(now: world.dependencies.now)
            await #expect(throws: ProvenLogin.Outdated.self) { try await world.pool.transaction { tx in _ = try await admit(login, tx) } }
        }
    }
}
