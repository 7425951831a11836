import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import AuthService

/// Providers practise several things; the main one is what `specialty` says wherever there is room for one.
@Suite struct SpecialtiesRouteTests {
    private static func patch(_ world: World, _ id: UserID, _ json: String, token: String?) async throws -> Answer {
        try await world.send(.PATCH, "/users/\(id)", token: token, headers: ["Content-Type": "application/merge-patch+json"], body: json)
    }

    /// What the last change told the other services.
    private static func told(_ world: World, of id: UserID) async throws -> UserUpdated {
        let event = try #require(try await world.pool.emitted(about: id.uuid).last { $0.type == UserUpdated.type })
        return try CareJSON.decode(UserUpdated.self, from: Data(event.data.utf8))
    }

    @Test func aProviderNamesSeveralAndOthersHearOfThem() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            #expect(doctor.specialty == "cardiology" && doctor.specialties == ["cardiology"])
            let token = try await world.logIn("okafor").accessToken
            let view = try await Self.patch(world, doctor.id, #"{"specialties":["podiatry"," Sports medicine "]}"#, token: token).decode(UserView.self)
            #expect(view.specialties == ["podiatry", "Sports medicine"] && view.specialty == "podiatry" && view.providerSpecialty == "podiatry")
            #expect(try await world.get("/users/\(doctor.id)", token: token).decode(UserView.self) == view)
            let event = try await Self.told(world, of: doctor.id)
            #expect(event.version == 2 && event.specialty == "podiatry" && event.specialties == ["podiatry", "Sports medicine"])
            // Who knows the main one alone changes that alone.
            let main = try await Self.patch(world, doctor.id, #"{"specialty":"surgery"}"#, token: token).decode(UserView.self)
            #expect(main.specialty == "surgery" && main.specialties == ["surgery", "Sports medicine"])
            let states: [UUID: UserSnapshot] = try await world.pool.told(.users, of: snapshots)
            #expect(states[doctor.id.uuid]?.specialties == ["surgery", "Sports medicine"] && states[doctor.id.uuid]?.version == 3)
            #expect(try await world.get("/account/export", token: token).text.contains("Sports medicine"))
            // What is so already is no change.
            #expect(try await Self.patch(world, doctor.id, #"{"specialties":["surgery","Sports medicine"]}"#, token: token).header("ETag") == "\"3\"")
            #expect(try await Self.patch(world, doctor.id, #"{"specialties":["surgery"]}"#, token: token).decode(UserView.self).specialties == ["surgery"])
            #expect(try await Self.told(world, of: doctor.id).specialties == ["surgery"])
        }
    }

    @Test func severalAreNamedAtTheSignUp() async throws {
        try await World.run { world in
            func signUp(_ name: String, _ more: String) async throws -> Answer {
                try await world.send(.POST, "/signup", body: #"{"username":"\#(name)","password":"\#(World.password)",\#(more)}"#)
            }
            let answer = try await signUp("okafor", #""role":"provider","specialty":"podiatry","specialties":["podiatry","surgery"]"#)
            #expect(answer.status == 201)
            let doctor = try answer.decode(UserView.self)
            #expect(doctor.specialty == "podiatry" && doctor.specialties == ["podiatry", "surgery"])
            #expect(try await world.event(UserRegistered.self, about: doctor.id.uuid).specialties == ["podiatry", "surgery"])
            #expect(try await world.pool.withConnection { try await $0.user(doctor.id)?.specialties } == ["podiatry", "surgery"])
            let contrary = try await signUp("eve", #""role":"provider","specialty":"surgery","specialties":["podiatry","surgery"]"#)
            #expect(try contrary.status == 400 && contrary.problem.fieldNames == ["specialty"])
            let patient = try await signUp("ada", #""role":"patient","specialties":["podiatry"]"#)
            #expect(try patient.status == 400 && patient.problem.fieldNames == ["specialties"])
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
        }
    }

    @Test func nobodyElseChangesThemAndAPatientHasNone() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            let (ada, change) = (try await world.signUp("ada"), #"{"specialties":["podiatry","surgery"]}"#)
            #expect(ada.specialty == nil && ada.specialties == nil)
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.patch(world, doctor.id, change, token: nil).status == 401)
            #expect(try await Self.patch(world, doctor.id, change, token: token).status == 404)
            let narrow = try await world.refresh(try await world.logIn("okafor").refreshToken, scope: "openid profile account:read")
            #expect(try await Self.patch(world, doctor.id, change, token: try #require(narrow.member("access_token"))).status == 403)
            let refused = try await Self.patch(world, ada.id, change, token: token)
            #expect(try refused.status == 400 && refused.problem.fieldNames == ["specialties"])
            #expect(try await world.events(about: doctor.id.uuid) == [UserRegistered.type])
            let chief = try await world.admin().accessToken
            #expect(try await Self.patch(world, doctor.id, change, token: chief).decode(UserView.self).specialties == ["podiatry", "surgery"])
        }
    }

    /// It knows one specialty: it leaves the others as they are, and its event says that there is one.
    @Test func whatTheReleaseBeforeChangesIsToldAnew() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            try await world.signUp("other", type: "provider")
            let token = try await world.logIn("okafor").accessToken
            #expect(try await Self.patch(world, doctor.id, #"{"specialties":["cardiology","podiatry"]}"#, token: token).status == 200)
            func tell() async throws -> Bool { try await world.pool.transaction { tx in try await TellSpecialties()(tx) } }
            #expect(try await !tell())
            #expect(try await world.events(about: doctor.id.uuid).count == 2)
            func before(_ specialty: String) async throws {
                try await world.pool.transaction { tx in
                    try await tx.execute(
                        "UPDATE users SET specialty = \(specialty), version = version + 1, revision = revision + 1 WHERE username IN ('okafor', 'other')")
                }
            }
            try await before("surgery")
            let read = try await world.get("/users/\(doctor.id)", token: token)
            #expect(try read.decode(UserView.self).specialties == ["surgery", "podiatry"] && read.header("ETag") == "\"3\"")
            for _ in 1...2 { #expect(try await !tell()) }
            let event = try await Self.told(world, of: doctor.id)
            #expect(event.version == 4 && event.specialty == "surgery" && event.specialties == ["surgery", "podiatry"])
            // The account shows nothing else than before.
            #expect(try await world.get("/users/\(doctor.id)", token: token).text == read.text)
            // One of the others as the main one is there once.
            try await before("Podiatrist")
            #expect(try await !tell())
            #expect(try await Self.told(world, of: doctor.id).specialties == ["Podiatrist"])
            #expect(try await world.events(about: doctor.id.uuid).count == 4)
            // Whoever has one was told of.
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = 'care.users.updated.v1'") == 3)
        }
    }

    /// Of whether somebody has seen a licence an event tells too, with all that they practise.
    @Test func whoIsVerifiedKeepsThem() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            let token = try await world.logIn("okafor").accessToken
            #expect(try await Self.patch(world, doctor.id, #"{"specialties":["cardiology","podiatry"]}"#, token: token).status == 200)
            let chief = try await world.admin().accessToken
            let verified = try await world.send(.PUT, "/admin/users/\(doctor.id)/verification", token: chief, body: #"{"licenceNumber":"MB-40213"}"#)
            #expect(verified.status == 204)
            let event = try await Self.told(world, of: doctor.id)
            #expect(event.version == 3 && event.verified == true && event.specialties == ["cardiology", "podiatry"])
            #expect(try await world.pool.transaction { tx in try await TellSpecialties()(tx) } == false)
            #expect(try await world.events(about: doctor.id.uuid).count == 3)
        }
    }
}
