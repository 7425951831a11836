import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct LogoRouteTests {
    typealias House = OrganisationTests.House

    private static func put(_ house: House, _ bytes: [UInt8], as login: LoginView, ifMatch: String? = nil) async throws -> HTTPResponseStatus {
        var headers: HTTPHeaders = ["Content-Type": "image/png"]
        if let ifMatch { headers.add(name: "If-Match", value: ifMatch) }
        return try await house.server.send(.PUT, house.path + "/logo", token: login.accessToken, headers: headers, body: bytes).status
    }

    @Test func itIsShownToWhoeverIsSignedInAndTakenAway() async throws {
        try await AuthServer.with { server in
            let house = try await House(server)
            try await server.signUp("eve")
            let eve = try await server.logIn("eve").accessToken
            let path = house.path + "/logo"
            #expect(try await server.get(path, token: eve).status == .notFound)
            #expect(try await house.send(.GET, "", as: house.owner).decode(OrganisationView.self).logoUrl == nil)
            #expect(try await Self.put(house, AvatarTests.png(3, 2, with: AvatarTests.position), as: house.owner) == .noContent)
            let seen = try await server.get(path, token: eve)
            #expect(seen.status == .ok && seen.body == AvatarTests.png(3, 2))
            #expect(seen.header("Content-Type") == "image/png" && seen.header("Content-Security-Policy")?.contains("sandbox") == true)
            let tag = try #require(seen.header("ETag"))
            #expect(try await server.get(path, token: eve, headers: ["If-None-Match": tag]).status == .notModified)
            #expect(try await server.get(path).status == .unauthorized)
            let shown = try await house.send(.GET, "", as: house.owner)
            #expect(try shown.decode(OrganisationView.self).logoUrl == AuthServer.issuer + path)
            // What it says of itself is another: who had read it before overwrites nothing.
            #expect(shown.header("ETag") == "\"2\"")
            #expect(try await house.send(.PATCH, "", #"{"name":"Other"}"#, as: house.owner, headers: ["If-Match": "\"1\""]).status == .preconditionFailed)

            #expect(try await Self.put(house, AvatarTests.png(4, 2), as: house.owner, ifMatch: "\"999\"") == .preconditionFailed)
            #expect(try await Self.put(house, AvatarTests.png(4, 2), as: house.owner, ifMatch: tag) == .noContent)
            #expect(try await server.get(path, token: eve, headers: ["If-None-Match": tag]).body == AvatarTests.png(4, 2))
            #expect(try await house.send(.DELETE, "/logo", as: house.owner).status == .noContent)
            #expect(try await house.send(.DELETE, "/logo", as: house.owner).status == .notFound)
            #expect(try await server.get(path, token: eve).status == .notFound)
            #expect(try await server.count("SELECT count(*) FROM organisation_logos") == 0)
        }
    }

    @Test func onlyItsOwnersAdministratorsAndThePlatformsAdminChangeIt() async throws {
        try await AuthServer.with { server in
            let house = try await House(server)
            try await server.signUp("eve")
            let (eve, picture) = (try await server.logIn("eve"), AvatarTests.png(3, 2))
            let receptionist = try await house.member("rita", #"["receptionist"]"#)
            let administrator = try await house.member("adam", #"["administrator"]"#)
            #expect(try await Self.put(house, picture, as: eve) == .notFound)
            #expect(try await Self.put(house, picture, as: receptionist) == .forbidden)
            #expect(try await server.count("SELECT count(*) FROM organisation_logos") == 0)
            for login in [administrator, house.chief] { #expect(try await Self.put(house, picture, as: login) == .noContent) }
            #expect(try await house.send(.DELETE, "/logo", as: eve).status == .notFound)
            #expect(try await house.send(.DELETE, "/logo", as: receptionist).status == .forbidden)
            #expect(try await Self.put(house, Array("<svg/>".utf8), as: administrator) == .unsupportedMediaType)
        }
    }

    @Test func itGoesWithTheOrganisation() async throws {
        try await AuthServer.with { server in
            let house = try await House(server)
            #expect(try await Self.put(house, AvatarTests.png(3, 2), as: house.owner) == .noContent)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: OrganisationTests.anyVersion).status == .noContent)
            #expect(try await server.get(house.path + "/logo", token: house.owner.accessToken).status == .notFound)
            #expect(try await server.count("SELECT count(*) FROM organisation_logos") == 0)
        }
    }
}
