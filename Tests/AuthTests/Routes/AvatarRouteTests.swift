import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct AvatarRouteTests {
    private static func put(_ world: World, _ id: UserID, _ bytes: [UInt8], token: String?, ifMatch: String? = nil) async throws -> Answer {
        var headers: HTTPHeaders = ["Content-Type": "image/png"]
        if let ifMatch { headers.add(name: "If-Match", value: ifMatch) }
        return try await world.send(.PUT, "/users/\(id)/avatar", token: token, headers: headers, body: bytes)
    }

    private static func delete(_ world: World, _ id: UserID, token: String?, ifMatch: String? = nil) async throws -> Int {
        let headers: HTTPHeaders = ifMatch.map { ["If-Match": $0] } ?? [:]
        return try await world.send(.DELETE, "/users/\(id)/avatar", token: token, headers: headers).status
    }

    @Test func whoeverIsSignedInSeesItWithoutWhereItWasTaken() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["avatarUrl": "https://pixel.example/ada.png"])
            try await world.signUp("eve", type: "provider")
            let (own, eve) = (try await world.logIn("ada").accessToken, try await world.logIn("eve").accessToken)
            #expect(try await world.get("/users/\(ada.id)/avatar", token: own).status == 404)
            #expect(try await Self.put(world, ada.id, AvatarTests.png(3, 2, with: AvatarTests.position), token: own).status == 204)
            let seen = try await world.get("/users/\(ada.id)/avatar", token: eve)
            #expect(seen.status == 200 && seen.body == AvatarTests.png(3, 2))
            #expect(seen.header("Content-Type") == "image/png" && seen.header("X-Content-Type-Options") == "nosniff")
            #expect(seen.header("Cache-Control") == "private, no-cache" && seen.header("Content-Security-Policy")?.contains("sandbox") == true)
            let tag = try #require(seen.header("ETag"))
            #expect(try await world.get("/users/\(ada.id)/avatar", token: eve, headers: ["If-None-Match": tag]).status == 304)
            #expect(try await world.get("/users/\(ada.id)/avatar").status == 401)
            let address = "\(World.issuer)/users/\(ada.id)/avatar"
            #expect(try await world.get("/users/\(ada.id)", token: own).decode(UserView.self).avatarUrl == address)
            #expect(try await world.event(UserUpdated.self, about: ada.id.uuid).avatarUrl == address)
            // Another one at the same address: nothing new for who keeps it.
            #expect(try await Self.put(world, ada.id, AvatarTests.png(4, 2), token: own).status == 204)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type, UserUpdated.type])
            #expect(try await world.get("/users/\(ada.id)/avatar", token: eve, headers: ["If-None-Match": tag]).body == AvatarTests.png(4, 2))
        }
    }

    /// The claim `picture` is for an image element, which sends no token: for an hour, and nobody makes such an address up.
    @Test func anImageElementShowsIt() async throws {
        try await World.run { world in
            let (ada, eve) = (try await world.signUp("ada"), try await world.signUp("eve"))
            let token = try await world.logIn("ada").accessToken
            #expect(try await world.get("/userinfo", token: token).member("picture") == nil)
            #expect(try await Self.put(world, ada.id, AvatarTests.png(3, 2), token: token).status == 204)
            let address = try #require(try await world.get("/userinfo", token: token).member("picture"))
            let path = try #require(address.hasPrefix(World.issuer + "/users/\(ada.id)/avatar/image?") ? String(address.dropFirst(World.issuer.count)) : nil)
            let seen = try await world.get(path)
            #expect(seen.status == 200 && seen.body == AvatarTests.png(3, 2) && seen.header("Content-Type") == "image/png")
            #expect(try await world.get(path, headers: ["If-None-Match": try #require(seen.header("ETag"))]).status == 304)
            let expires = try #require(path.firstMatch(of: /expires=(\d+)/)).1
            for other in [
                path.replacing("\(ada.id)", with: "\(eve.id)"), path.replacing("expires=\(expires)", with: "expires=\(expires)0"), String(path.dropLast(4)),
                "/users/\(ada.id)/avatar/image", "/users/\(ada.id)/avatar/image?expires=\(expires)&signature="
            ] {
                #expect(try await world.get(other).status == 403, "\(other)")
            }
            world.clock.advance(AvatarAddress.lifetime)
            #expect(try await world.get(path).status == 403)
            let fresh = try #require(try await world.get("/userinfo", token: token).member("picture"))
            #expect(try await Self.delete(world, ada.id, token: token) == 204)
            #expect(try await world.get(String(fresh.dropFirst(World.issuer.count))).status == 404)
        }
    }

    @Test func itIsTakenAwayAndNoTagComesTwice() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.delete(world, ada.id, token: token) == 404)
            var tags: Set<String> = []
            for _ in 1...2 {
                #expect(try await Self.put(world, ada.id, AvatarTests.png(3, 2), token: token).status == 204)
                let tag = try #require(try await world.get("/users/\(ada.id)/avatar", token: token).header("ETag"))
                #expect(tags.insert(tag).inserted)
                #expect(try await Self.put(world, ada.id, AvatarTests.png(5, 5), token: token, ifMatch: "\"999\"").status == 412)
                #expect(try await Self.delete(world, ada.id, token: token, ifMatch: "\"999\"") == 412)
                #expect(try await Self.delete(world, ada.id, token: token, ifMatch: tag) == 204)
                #expect(try await world.get("/users/\(ada.id)/avatar", token: token).status == 404)
            }
            #expect(try await world.get("/users/\(ada.id)", token: token).decode(UserView.self).avatarUrl == nil)
            #expect(try await world.count("SELECT version FROM users") == 5)
            #expect(try await world.events(about: ada.id.uuid).count == 5)
        }
    }

    /// The server of such an address would learn who sees it.
    @Test func anAddressElsewhereIsTakenAndForgotten() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["avatarUrl": "https://pixel.example/ada.png"])
            #expect(ada.avatarUrl == nil)
            #expect(try await world.event(UserRegistered.self, about: ada.id.uuid).avatarUrl == nil)
            #expect(try await world.count("SELECT count(*) FROM users WHERE avatar_url IS NOT NULL") == 0)
        }
    }

    @Test func whatReleasesBeforeKeptOfOthersIsTakenAway() async throws {
        try await World.run { world in
            let (ada, eve) = (try await world.signUp("ada"), try await world.signUp("eve"))
            let (adas, eves) = (try await world.logIn("ada").accessToken, try await world.logIn("eve").accessToken)
            #expect(try await Self.put(world, eve.id, AvatarTests.png(3, 2), token: eves).status == 204)
            let foreign = "https://pixel.example/users/\(eve.id)/avatar"
            try await world.pool.transaction { tx in try await tx.execute("UPDATE users SET avatar_url = \(foreign) WHERE id = \(ada.id)") }
            let forget = ForgetForeignPictures(now: world.dependencies.now)
            for _ in 1...2 { #expect(try await !world.pool.transaction { tx in try await forget(tx) }) }
            #expect(try await world.get("/users/\(ada.id)", token: adas).decode(UserView.self).avatarUrl == nil)
            let told = try await world.event(UserUpdated.self, about: ada.id.uuid)
            #expect(told.avatarUrl == nil && told.version == 2)
            #expect(try await world.get("/users/\(eve.id)", token: eves).decode(UserView.self).avatarUrl != nil)
            #expect(try await world.events(about: eve.id.uuid).count == 2)
        }
    }

    @Test func nobodyElseChangesItButAnAdmin() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("eve", type: "provider")
            let (picture, login) = (AvatarTests.png(3, 2), try await world.logIn("ada"))
            let eve = try await world.logIn("eve").accessToken
            let narrow = try #require(try await world.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            let callers: [(String?, Int)] = [(nil, 401), (eve, 404), (narrow, 403)]
            for (token, status) in callers {
                #expect(try await Self.put(world, ada.id, picture, token: token).status == status)
                #expect(try await Self.delete(world, ada.id, token: token) == status)
            }
            #expect(try await world.count("SELECT count(*) FROM avatars") == 0)
            let admin = try await world.admin()
            let chief = admin.accessToken
            #expect(try await Self.put(world, ada.id, picture, token: chief).status == 204)
            #expect(try await world.changes(of: ada.id, by: admin.user.id) == 1)
            #expect(try await Self.delete(world, ada.id, token: chief) == 204)
            #expect(try await world.changes(of: ada.id, by: admin.user.id) == 2)
            #expect(try await Self.put(world, ada.id, picture, token: login.accessToken).status == 204)
            #expect(try await world.changes(of: ada.id, by: nil) == 1)
            #expect(try await Self.put(world, UserID(UUID.v7()), picture, token: chief).status == 404)
        }
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.put(world, ada.id, Array("<svg/>".utf8), token: token).status == 415)
            let large = try await Self.put(world, ada.id, AvatarTests.png(4000, 3), token: token)
            #expect(large.status == 400 && large.text.contains("2048") && large.text.contains("4000"))
            #expect(try await Self.put(world, ada.id, [0xFF, 0xD8, 0xFF, 0x00, 1], token: token).status == 400)
            #expect(try await Self.put(world, ada.id, [UInt8](repeating: 0, count: Avatar.most + 1), token: token).status == 413)
            #expect(try await world.count("SELECT count(*) FROM avatars") == 0)
        }
    }

    @Test func itGoesWithTheAccount() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("eve")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.put(world, ada.id, AvatarTests.png(3, 2), token: token).status == 204)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: token).status == 204)
            #expect(try await world.count("SELECT count(*) FROM avatars") == 0)
            #expect(try await world.get("/users/\(ada.id)/avatar", token: world.logIn("eve").accessToken).status == 404)
        }
    }
}
