import CareModels
import Foundation
import Outbox
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SignUpTests {
    @Test func aPersonSignsUpAndOthersHearOfIt() async throws {
        try await World.run { world in
            let answer = try await world.post(
                "/signup",
                json: [
                    "username": "Ada", "password": World.password, "role": "provider", "specialty": "cardiology",
                    "fullName": "Ada L", "email": "ada@example.org", "timeZone": "America/Winnipeg"
                ])
            #expect(answer.status == 201)
            let user = try answer.decode(UserView.self)
            #expect(user.username == "ada")
            #expect(user.role == .provider)
            #expect(user.specialty == "cardiology" && user.providerSpecialty == "cardiology")
            #expect(answer.header("Location") == "/users/\(user.id)")
            #expect(answer.header("ETag") == "\"1\"")
            #expect(!answer.text.contains(World.password))
            let event = try await world.event(UserRegistered.self, about: user.id.uuid)
            #expect(event.version == 1)
            #expect(event.role == .provider)
            #expect(event.specialty == "cardiology" && event.providerSpecialty == "cardiology")
            let hash = try #require(try await world.pool.withConnection { try await $0.user(user.id) }).passwordHash
            #expect(hash.hasPrefix("$argon2id$v=19$"))
            #expect(try await world.audit(.signedUp) == 1)
        }
    }

    @Test func theFormerNamesAreTakenToo() async throws {
        try await World.run { world in
            let former = ["password": World.password, "userType": "provider", "providerSpecialty": "cardiology"]
            let answer = try await world.post("/signup", json: former.merging(["username": "ada"]) { $1 })
            #expect(answer.status == 201)
            let user = try answer.decode(UserView.self)
            #expect(user.role == .provider && user.specialty == "cardiology")
            let both = former.merging(["username": "grace", "role": "patient", "specialty": "podiatry"]) { $1 }
            let refused = try await world.post("/signup", json: both)
            #expect(refused.status == 400)
            #expect(try Set(refused.problem.fieldNames) == ["role", "userType", "specialty", "providerSpecialty"])
        }
    }

    @Test func everyFaultIsNamed() async throws {
        try await World.run { world in
            let answer = try await world.post("/signup", json: ["username": "x", "password": "short", "role": "admin", "email": "no"])
            #expect(answer.status == 400)
            #expect(try answer.problem.fieldNames == ["username", "password", "role", "email"])
            #expect(try await world.count("SELECT count(*) FROM users") == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox") == 0)
        }
    }

    /// Each of these keys ended the process when Foundation's decoder met it, and nobody needs to sign in to send one.
    @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800A"#, #"\q"#, #"\uZZZZ"#])
    func aStrangeKeyIsRefused(_ key: String) async throws {
        try await World.run { world in
            let body = #"{"username":"a","\#(key)":1}"#
            let answer = try await world.send(.POST, "/signup", body: body)
            #expect(answer.status == 400)
            #expect(answer.text.contains("problems/malformed-json"))
            let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"x","typ":"at+jwt","\#(key)":1}"#.utf8))
            let path = "/users/\(UserID(.v7()))"
            let token = "\(header).e30.\(Base64URL.encode([UInt8](repeating: 7, count: 64)))"
            #expect(try await world.get(path, token: token).status == 401)
            #expect(try await world.get(path).status == 401)
        }
    }

    @Test func ofTwentyWithOneNameOneGetsIt() async throws {
        try await World.run { world in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<20 {
                    let name = index.isMultiple(of: 2) ? "grace" : "GRACE"
                    group.addTask {
                        try await world.post("/signup", json: ["username": name, "password": World.password, "role": "patient"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            let refused = answers.filter { $0.status == 409 }
            #expect(refused.count == 19)
            #expect(try refused.allSatisfy { try $0.problem.fieldNames == ["username"] })
            #expect(try await world.count("SELECT count(*) FROM outbox") == 1)
        }
    }

    @Test func aRetryWithItsKeyIsTheSameAccount() async throws {
        try await World.run { world in
            let body = ["username": "mary", "password": World.password, "role": "patient"]
            let first = try await world.post("/signup", json: body, headers: ["Idempotency-Key": "k-1"])
            let again = try await world.post("/signup", json: body, headers: ["Idempotency-Key": "k-1"])
            #expect(first.status == 201)
            #expect(again.status == 201)
            #expect(again.header("Idempotent-Replayed") == "true")
            #expect(try again.decode(UserView.self) == first.decode(UserView.self))
            var other = body
            other["username"] = "mary2"
            #expect(try await world.post("/signup", json: other, headers: ["Idempotency-Key": "k-1"]).status == 422)
        }
    }
}
