import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct LogoRouteTests {
    typealias House = OrganisationTests.House

    private static func put(_ house: House, _ bytes: [UInt8], as login: LoginView, ifMatch: String? = nil) async throws -> Int {
        var headers: HTTPHeaders = ["Content-Type": "image/png"]
        if let ifMatch { headers.add(name: "If-Match", value: ifMatch) }
        return try await house.world.send(.PUT, house.path + "/logo", token: login.accessToken, headers: headers, body: bytes).status
    }

    @Test func itIsShownToWhoeverIsSignedInAndTakenAway() async throws {
        try await World.run { world in
            let house = try await House(world)
            try await world.signUp("eve")
            let eve = try await world.logIn("eve").accessToken
            let path = house.path + "/logo"
            #expect(try await world.get(path, token: eve).status == 404)
            #expect(try await house.send(.GET, "", as: house.owner).decode(OrganisationView.self).logoUrl == nil)
            #expect(try await Self.put(house, AvatarTests.png(3, 2, with: AvatarTests.position), as: house.owner) == 204)
            let seen = try await world.get(path, token: eve)
            #expect(seen.status == 200 && seen.body == AvatarTests.png(3, 2))
            #expect(seen.header("Content-Type") == "image/png" && seen.header("Content-Security-Policy")?.contains("sandbox") == true)
            let tag = try #require(seen.header("ETag"))
            #expect(try await world.get(path, token: eve, headers: ["If-None-Match": tag]).status == 304)
            #expect(try await world.get(path).status == 401)
            let shown = try await house.send(.GET, "", as: house.owner)
            #expect(try shown.decode(OrganisationView.self).logoUrl == World.issuer + path)
            // What it says of itself is another: who had read it before overwrites nothing.
            #expect(shown.header("ETag") == "\"2\"")
            #expect(try await house.send(.PATCH, "", #"{"name":"Other"}"#, as: house.owner, headers: ["If-Match": "\"1\""]).status == 412)

            #expect(try await Self.put(house, AvatarTests.png(4, 2), as: house.owner, ifMatch: "\"999\"") == 412)
            #expect(try await Self.put(house, AvatarTests.png(4, 2), as: house.owner, ifMatch: tag) == 204)
            #expect(try await world.get(path, token: eve, headers: ["If-None-Match": tag]).body == AvatarTests.png(4, 2))
            #expect(try await house.send(.DELETE, "/logo", as: house.owner).status == 204)
            #expect(try await house.send(.DELETE, "/logo", as: house.owner).status == 404)
            #expect(try await world.get(path, token: eve).status == 404)
            #expect(try await world.count("SELECT count(*) FROM organisation_logos") == 0)
        }
    }

    @Test func onlyItsOwnersAdministratorsAndThePlatformsAdminChangeIt() async throws {
        try await World.run { world in
            let house = try await House(world)
            try await world.signUp("eve")
            let (eve, picture) = (try await world.logIn("eve"), AvatarTests.png(3, 2))
            let receptionist = try await house.member("rita", #"["receptionist"]"#)
            let administrator = try await house.member("adam", #"["administrator"]"#)
            #expect(try await Self.put(house, picture, as: eve) == 404)
            #expect(try await Self.put(house, picture, as: receptionist) == 403)
            #expect(try await world.count("SELECT count(*) FROM organisation_logos") == 0)
            for login in [administrator, house.chief] { #expect(try await Self.put(house, picture, as: login) == 204) }
            #expect(try await house.send(.DELETE, "/logo", as: eve).status == 404)
            #expect(try await house.send(.DELETE, "/logo", as: receptionist).status == 403)
            #expect(try await Self.put(house, Array("<svg/>".utf8), as: administrator) == 415)
        }
    }

    @Test func itGoesWithTheOrganisation() async throws {
        try await World.run { world in
            let house = try await House(world)
            #expect(try await Self.put(house, AvatarTests.png(3, 2), as: house.owner) == 204)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: OrganisationTests.anyVersion).status == 204)
            #expect(try await world.get(house.path + "/logo", token: house.owner.accessToken).status == 404)
            #expect(try await world.count("SELECT count(*) FROM organisation_logos") == 0)
        }
    }
}
