import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct ProfileRouteTests {
    private static func patch(_ world: World, _ id: UserID, _ json: String, token: String?, ifMatch: String? = nil) async throws -> Answer {
        var headers: HTTPHeaders = ["Content-Type": "application/merge-patch+json"]
        if let ifMatch { headers.add(name: "If-Match", value: ifMatch) }
        return try await world.send(.PATCH, "/users/\(id)", token: token, headers: headers, body: json)
    }

    @Test func oneChangesWhatOneShowsAndOthersHearOfIt() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider", extra: ["fullName": "Amara Okafor", "timeZone": "America/Winnipeg"])
            let token = try await world.logIn("okafor").accessToken
            let change = #"{"title":"Dr.","fullName":"Amara N. Okafor","specialty":"pediatrics","practice":"Riverside","languages":["en","fr-ca"],"timeZone":null}"#
            let answer = try await Self.patch(world, doctor.id, change, token: token, ifMatch: "\"1\"")
            #expect(answer.status == 200 && answer.header("ETag") == "\"2\"")
            let read = try await world.get("/users/\(doctor.id)", token: token)
            #expect(read.text == answer.text && read.header("ETag") == "\"2\"")
            let view = try read.decode(UserView.self)
            #expect(view.title == "Dr." && view.fullName == "Amara N. Okafor" && view.specialty == "pediatrics" && view.providerSpecialty == "pediatrics")
            #expect(view.practice == "Riverside" && view.languages == ["en", "fr-CA"] && view.timeZone == nil && view.role == .provider)
            let event = try await world.event(UserUpdated.self, about: doctor.id.uuid)
            #expect(
                event
                    == UserUpdated(
                        userId: doctor.id, version: 2, username: "okafor", role: .provider, title: "Dr.", fullName: "Amara N. Okafor", avatarUrl: nil,
                        specialty: "pediatrics", specialties: ["pediatrics"], practice: "Riverside", languages: ["en", "fr-CA"], timeZone: nil,
                        updatedAt: event.updatedAt, verified: false))
            #expect(try await world.audit(.profileChanged) == 1)
            // What is so already is no change.
            #expect(try await Self.patch(world, doctor.id, change, token: token).header("ETag") == "\"2\"")
            #expect(try await world.events(about: doctor.id.uuid) == [UserRegistered.type, UserUpdated.type])
            #expect(try await Self.patch(world, doctor.id, #"{"title":null}"#, token: token, ifMatch: "*").status == 200)
            let told: [UUID: UserSnapshot] = try await world.pool.told(.users, of: snapshots)
            #expect(told[doctor.id.uuid]?.version == 3 && told[doctor.id.uuid]?.title == nil && told[doctor.id.uuid]?.practice == "Riverside")
        }
    }

    /// Apps are told of them by `profile`; they are in no event, since nobody else shows them.
    @Test func theNamesPartsAreForTheirPersonAndForApps() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            let login = try await world.logIn("ada")
            let token = login.accessToken
            let before = try await world.get("/userinfo", token: token)
            #expect(before.member("name") == "Ada Lovelace" && before.member("given_name") == nil && before.member("family_name") == nil)
            let change = #"{"givenName":"Ada","middleName":"Augusta King","familyName":"Lovelace","nickname":"Addie"}"#
            let view = try await Self.patch(world, ada.id, change, token: token, ifMatch: "\"1\"").decode(UserView.self)
            #expect(view.givenName == "Ada" && view.middleName == "Augusta King" && view.familyName == "Lovelace" && view.nickname == "Addie")
            #expect(try await world.get("/users/\(ada.id)", token: token).decode(UserView.self) == view)
            let info = try await world.get("/userinfo", token: token)
            #expect(info.member("given_name") == "Ada" && info.member("middle_name") == "Augusta King" && info.member("family_name") == "Lovelace")
            #expect(info.member("nickname") == "Addie" && info.member("name") == "Ada Lovelace")
            let narrow = try await world.refresh(login.refreshToken, scope: "openid email")
            let less = try await world.get("/userinfo", token: try #require(narrow.member("access_token")))
            #expect(less.status == 200 && !less.text.contains("Ada") && !less.text.contains("Lovelace"))
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE convert_from(data, 'UTF8') LIKE '%Addie%'") == 0)
            #expect(try await Self.patch(world, ada.id, #"{"nickname":null}"#, token: world.logIn("ada").accessToken).decode(UserView.self).nickname == nil)
        }
    }

    /// Apps are told by `profile`, and of what is empty nothing; no event has it, and it is in the copy of what is known.
    @Test func whatPeopleSayOfThemselvesIsForThemAndForApps() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            let login = try await world.logIn("ada")
            let token = login.accessToken
            for claim in ["birthdate", "gender", "profile", "website"] {
                #expect(try await world.get("/userinfo", token: token).member(claim) == nil, "\(claim)")
            }
            let change = #"{"birthdate":"0000-12-10","gender":"female","profileUrl":"https://social.example/@ada","websiteUrl":"https://ada.example/"}"#
            let view = try await Self.patch(world, ada.id, change, token: token, ifMatch: "\"1\"").decode(UserView.self)
            #expect(view.birthdate == "0000-12-10" && view.gender == "female")
            #expect(view.profileUrl == "https://social.example/@ada" && view.websiteUrl == "https://ada.example/")
            let info = try await world.get("/userinfo", token: token)
            #expect(info.member("birthdate") == "0000-12-10" && info.member("gender") == "female")
            #expect(info.member("profile") == "https://social.example/@ada" && info.member("website") == "https://ada.example/")
            let narrow = try await world.refresh(login.refreshToken, scope: "openid email")
            let less = try await world.get("/userinfo", token: try #require(narrow.member("access_token")))
            #expect(less.status == 200 && !less.text.contains("0000-12-10") && !less.text.contains("female") && !less.text.contains("ada.example"))
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE convert_from(data, 'UTF8') ~ '0000-12-10|gender|ada.example'") == 0)
            let again = try await world.logIn("ada").accessToken
            #expect(try await world.get("/account/export", token: again).text.contains("0000-12-10"))
            let fewer = try await Self.patch(world, ada.id, #"{"birthdate":null,"websiteUrl":""}"#, token: again)
            #expect(try fewer.decode(UserView.self).gender == "female" && !fewer.text.contains("birthdate") && !fewer.text.contains("websiteUrl"))
            let told = try await world.get("/userinfo", token: again)
            #expect(told.member("birthdate") == nil && told.member("website") == nil && told.member("gender") == "female")
            let refused = try await Self.patch(world, ada.id, #"{"birthdate":"1975-02-29","websiteUrl":"javascript:alert(1)"}"#, token: again)
            #expect(try refused.status == 400 && refused.problem.fieldNames == ["birthdate", "websiteUrl"])
        }
    }

    /// A role is for life: not one's own word, nor an admin's, makes another of it.
    @Test func noRoleIsChangedByAnybody() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let admin = try await world.admin()
            for (caller, id) in [(try await world.logIn("ada").accessToken, ada.id), (admin.accessToken, ada.id), (admin.accessToken, admin.user.id)] {
                for role in Role.allCases {
                    let answer = try await Self.patch(world, id, #"{"role":"\#(role.rawValue)"}"#, token: caller)
                    #expect(answer.status == 400 && answer.text.contains(#""field":"role""#), "\(role): \(answer.text)")
                }
            }
            #expect(try await world.get("/users/\(ada.id)", token: admin.accessToken).decode(UserView.self).role == .patient)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
        }
    }

    @Test func aStaleVersionIsRefused() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.patch(world, ada.id, #"{"fullName":"Ada"}"#, token: token, ifMatch: "\"1\"").status == 200)
            for tag in ["\"1\"", "\"3\"", "W/\"2\"", "\"other\""] {
                #expect(try await Self.patch(world, ada.id, #"{"fullName":"Eve"}"#, token: token, ifMatch: tag).status == 412)
            }
            #expect(try await Self.patch(world, ada.id, #"{"fullName":"Eve"}"#, token: token, ifMatch: "2").status == 400)
            #expect(try await world.get("/users/\(ada.id)", token: token).decode(UserView.self).fullName == "Ada")
        }
    }

    /// Of two who change the same version at once one succeeds; of those who name none the events have no hole.
    @Test func manyAtOnceComeOneAfterTheOther() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            func all(_ ifMatch: String?) async throws -> [Int] {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...8 {
                        let body = #"{"fullName":"Ada \#(ifMatch == nil ? "any" : "one") \#(number)"}"#
                        group.addTask { try await Self.patch(world, ada.id, body, token: token, ifMatch: ifMatch).status }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            let same = try await all("\"1\"")
            #expect(same.count { $0 == 200 } == 1 && same.count { $0 == 412 } == 7)
            #expect(try await all(nil).allSatisfy { $0 == 200 })
            #expect(try await world.count("SELECT version FROM users") == 10)
            #expect(try await world.events(about: ada.id.uuid).count == 10)
        }
    }

    @Test func nobodyElseChangesItButAnAdmin() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            try await world.signUp("eve", type: "provider")
            let change = #"{"fullName":"Changed"}"#
            #expect(try await Self.patch(world, ada.id, change, token: nil).status == 401)
            #expect(try await Self.patch(world, ada.id, change, token: world.logIn("eve").accessToken).status == 404)
            let login = try await world.logIn("ada")
            // As an app of a third party has it that nobody gave the right.
            let narrow = try await world.refresh(login.refreshToken, scope: "openid profile account:read")
            let refused = try await Self.patch(world, ada.id, change, token: try #require(narrow.member("access_token")))
            #expect(refused.status == 403)
            #expect(refused.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_scope", scope="account:write""#)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
            let admin = try await world.admin()
            let chief = admin.accessToken
            #expect(try await Self.patch(world, ada.id, change, token: chief).status == 200)
            #expect(try await world.changes(of: ada.id, by: admin.user.id) == 1)
            #expect(try await Self.patch(world, ada.id, #"{"fullName":"Ada"}"#, token: login.accessToken).status == 200)
            #expect(try await world.changes(of: ada.id, by: nil) == 1)
            #expect(try await Self.patch(world, UserID(UUID.v7()), change, token: chief).status == 404)
            #expect(try await world.send(.DELETE, "/account/sessions", token: world.logIn("ada").accessToken).status == 204)
            #expect(try await Self.patch(world, ada.id, change, token: login.accessToken).status == 401)
        }
    }

    @Test func whatCannotBeChangedIsNamed() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let token = try await world.logIn("ada").accessToken
            for (body, field) in [
                (#"{"role":"admin"}"#, "role"), (#"{"username":"root"}"#, "username"), (#"{"email":"eve@example.org"}"#, "email"),
                (#"{"specialty":"surgery"}"#, "specialty"), (#"{"fulName":"Ada"}"#, "fulName"), (#"{"languages":"en"}"#, "languages")
            ] {
                let answer = try await Self.patch(world, ada.id, body, token: token)
                #expect(answer.status == 400 && answer.text.contains(#""field":"\#(field)""#), "\(field): \(answer.text)")
            }
            #expect(try await Self.patch(world, ada.id, #"{"fullName":"\#(String(repeating: "a", count: 20_000))"}"#, token: token).status == 413)
            #expect(
                try await world.send(.PATCH, "/users/\(ada.id)", token: token, headers: ["Content-Type": "text/plain"], body: [0x7B, 0x7D]).status
                    == 415)
            let view = try await world.get("/users/\(ada.id)", token: token).decode(UserView.self)
            #expect(view.role == .patient && view.username == "ada" && view.email == "ada@example.org" && view.fullName == nil)
        }
    }

    /// The outbox keeps what it has published for days.
    @Test func publishedChangesGoWithTheAccount() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.patch(world, ada.id, #"{"fullName":"Ada Lovelace"}"#, token: token).status == 200)
            _ = try await world.pool.withConnection { try await $0.execute("DELETE FROM outbox_pending") }
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: token).status == 204)
            #expect(try await world.events(about: ada.id.uuid) == [UserDeleted.type])
            #expect(try await world.event(UserDeleted.self, about: ada.id.uuid).version == 3)
        }
    }
}
