import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct AvatarRouteTests {
    private static func put(_ server: AuthServer, _ id: UserID, _ bytes: [UInt8], token: String?, ifMatch: String? = nil) async throws -> Answer {
        var headers: HTTPHeaders = ["Content-Type": "image/png"]
        if let ifMatch { headers.add(name: "If-Match", value: ifMatch) }
        return try await server.send(.PUT, "/users/\(id)/avatar", token: token, headers: headers, body: bytes)
    }

    private static func delete(_ server: AuthServer, _ id: UserID, token: String?, ifMatch: String? = nil) async throws -> HTTPResponseStatus {
        let headers: HTTPHeaders = ifMatch.map { ["If-Match": $0] } ?? [:]
        return try await server.send(.DELETE, "/users/\(id)/avatar", token: token, headers: headers).status
    }

    @Test func whoeverIsSignedInSeesItWithoutWhereItWasTaken() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["avatarUrl": "https://pixel.example/ada.png"])
            try await server.signUp("eve", type: "provider")
            let (own, eve) = (try await server.logIn("ada").accessToken, try await server.logIn("eve").accessToken)
            #expect(try await server.get("/users/\(ada.id)/avatar", token: own).status == .notFound)
            #expect(try await Self.put(server, ada.id, AvatarTests.png(3, 2, with: AvatarTests.position), token: own).status == .noContent)
            let seen = try await server.get("/users/\(ada.id)/avatar", token: eve)
            #expect(seen.status == .ok && seen.body == AvatarTests.png(3, 2))
            #expect(seen.header("Content-Type") == "image/png" && seen.header("X-Content-Type-Options") == "nosniff")
            #expect(seen.header("Cache-Control") == "private, no-cache" && seen.header("Content-Security-Policy")?.contains("sandbox") == true)
            let tag = try #require(seen.header("ETag"))
            #expect(try await server.get("/users/\(ada.id)/avatar", token: eve, headers: ["If-None-Match": tag]).status == .notModified)
            #expect(try await server.get("/users/\(ada.id)/avatar").status == .unauthorized)
            let address = "\(AuthServer.issuer)/users/\(ada.id)/avatar"
            #expect(try await server.get("/users/\(ada.id)", token: own).decode(UserView.self).avatarUrl == address)
            #expect(try await server.event(UserUpdated.self, about: ada.id.uuid).avatarUrl == address)
            // Another one at the same address: nothing new for who keeps it.
            #expect(try await Self.put(server, ada.id, AvatarTests.png(4, 2), token: own).status == .noContent)
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type, UserUpdated.type])
            #expect(try await server.get("/users/\(ada.id)/avatar", token: eve, headers: ["If-None-Match": tag]).body == AvatarTests.png(4, 2))
        }
    }

    @Test func itIsTakenAwayAndNoTagComesTwice() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let token = try await server.logIn("ada").accessToken
            #expect(try await Self.delete(server, ada.id, token: token) == .notFound)
            var tags: Set<String> = []
            for _ in 1...2 {
                #expect(try await Self.put(server, ada.id, AvatarTests.png(3, 2), token: token).status == .noContent)
                let tag = try #require(try await server.get("/users/\(ada.id)/avatar", token: token).header("ETag"))
                #expect(tags.insert(tag).inserted)
                #expect(try await Self.put(server, ada.id, AvatarTests.png(5, 5), token: token, ifMatch: "\"999\"").status == .preconditionFailed)
                #expect(try await Self.delete(server, ada.id, token: token, ifMatch: "\"999\"") == .preconditionFailed)
                #expect(try await Self.delete(server, ada.id, token: token, ifMatch: tag) == .noContent)
                #expect(try await server.get("/users/\(ada.id)/avatar", token: token).status == .notFound)
            }
            #expect(try await server.get("/users/\(ada.id)", token: token).decode(UserView.self).avatarUrl == nil)
            #expect(try await server.count("SELECT version FROM users") == 5)
            #expect(try await server.events(about: ada.id.uuid).count == 5)
        }
    }

    /// The server of such an address would learn who sees it.
    @Test func anAddressElsewhereIsTakenAndForgotten() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["avatarUrl": "https://pixel.example/ada.png"])
            #expect(ada.avatarUrl == nil)
            #expect(try await server.event(UserRegistered.self, about: ada.id.uuid).avatarUrl == nil)
            #expect(try await server.count("SELECT count(*) FROM users WHERE avatar_url IS NOT NULL") == 0)
        }
    }

    @Test func whatReleasesBeforeKeptOfOthersIsTakenAway() async throws {
        try await AuthServer.with { server in
            let (ada, eve) = (try await server.signUp("ada"), try await server.signUp("eve"))
            let (adas, eves) = (try await server.logIn("ada").accessToken, try await server.logIn("eve").accessToken)
            #expect(try await Self.put(server, eve.id, AvatarTests.png(3, 2), token: eves).status == .noContent)
            let foreign = "https://pixel.example/users/\(eve.id)/avatar"
            try await server.pool.transaction { tx in try await tx.execute("UPDATE users SET avatar_url = \(foreign) WHERE id = \(ada.id)") }
            let forget = ForgetForeignPictures(now: server.dependencies.now)
            for _ in 1...2 { #expect(try await !server.pool.transaction { tx in try await forget(tx) }) }
            #expect(try await server.get("/users/\(ada.id)", token: adas).decode(UserView.self).avatarUrl == nil)
            let told = try await server.event(UserUpdated.self, about: ada.id.uuid)
            #expect(told.avatarUrl == nil && told.version == 2)
            #expect(try await server.get("/users/\(eve.id)", token: eves).decode(UserView.self).avatarUrl != nil)
            #expect(try await server.events(about: eve.id.uuid).count == 2)
        }
    }

    @Test func nobodyElseChangesItButAnAdmin() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            try await server.signUp("eve", type: "provider")
            let (picture, login) = (AvatarTests.png(3, 2), try await server.logIn("ada"))
            let eve = try await server.logIn("eve").accessToken
            let narrow = try #require(try await server.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            let callers: [(String?, HTTPResponseStatus)] = [(nil, .unauthorized), (eve, .notFound), (narrow, .forbidden)]
            for (token, status) in callers {
                #expect(try await Self.put(server, ada.id, picture, token: token).status == status)
                #expect(try await Self.delete(server, ada.id, token: token) == status)
            }
            #expect(try await server.count("SELECT count(*) FROM avatars") == 0)
            let chief = try await server.admin().accessToken
            #expect(try await Self.put(server, ada.id, picture, token: chief).status == .noContent)
            #expect(try await Self.put(server, UserID(UUID.v7()), picture, token: chief).status == .notFound)
        }
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let token = try await server.logIn("ada").accessToken
            #expect(try await Self.put(server, ada.id, Array("<svg/>".utf8), token: token).status == .unsupportedMediaType)
            let large = try await Self.put(server, ada.id, AvatarTests.png(4000, 3), token: token)
            #expect(large.status == .badRequest && large.text.contains("2048") && large.text.contains("4000"))
            #expect(try await Self.put(server, ada.id, [0xFF, 0xD8, 0xFF, 0x00, 1], token: token).status == .badRequest)
            #expect(try await Self.put(server, ada.id, [UInt8](repeating: 0, count: Avatar.most + 1), token: token).status == .payloadTooLarge)
            #expect(try await server.count("SELECT count(*) FROM avatars") == 0)
        }
    }

    @Test func itGoesWithTheAccount() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            try await server.signUp("eve")
            let token = try await server.logIn("ada").accessToken
            #expect(try await Self.put(server, ada.id, AvatarTests.png(3, 2), token: token).status == .noContent)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: token).status == .noContent)
            #expect(try await server.count("SELECT count(*) FROM avatars") == 0)
            #expect(try await server.get("/users/\(ada.id)/avatar", token: server.logIn("eve").accessToken).status == .notFound)
        }
    }
}
