import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(5))) struct ConversationTagTests {
    private static func change(_ id: ConversationID, _ body: String, _ caller: World.Member, ifMatch tag: String?, _ world: World) async throws -> Answer {
        var headers = HTTPHeaders()
        if let tag { headers.add(name: "If-Match", value: tag) }
        return try await world.send(.PATCH, "/conversations/\(id)", caller, body, headers: headers)
    }

    @Test func aChangeIsOfTheVersionThatWasRead() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider)
            let path = "/conversations/\(made.id)"
            let read = try #require(try await world.get(path, provider).tag)
            #expect(read.hasPrefix("\"1."))
            // What is read and unread is the reader's own, and no other version.
            #expect(try await world.send(.PUT, path + "/seen", provider).status == 204)
            let seen = try #require(try await world.get(path, provider).tag)
            #expect(seen != read && seen.hasPrefix("\"1."))
            #expect(try await world.get(path, provider, headers: ["If-None-Match": read]).status == 200)
            #expect(try await world.get(path, provider, headers: ["If-None-Match": seen]).status == 304)

            let closed = try await Self.change(made.id, #"{"closed":true}"#, provider, ifMatch: read, world)
            #expect(closed.status == 200 && closed.tag?.hasPrefix("\"2.") == true)
            #expect(try await Self.change(made.id, #"{"closed":false}"#, provider, ifMatch: read, world).status == 412)
            #expect(try await Self.change(made.id, #"{"closed":false}"#, patient, ifMatch: read, world).status == 403)
            #expect(try await Self.change(made.id, #"{"closed":false}"#, provider, ifMatch: "*", world).status == 200)
            #expect(try await Self.change(made.id, #"{"closed":true}"#, provider, ifMatch: nil, world).status == 200)
        }
    }

    @Test func aChangeIsAMergePatch() async throws {
        try await World.run { world in
            let provider = try await world.member(.provider)
            let made = try await world.converse(try await world.member(.patient), provider)
            #expect(try await Self.change(made.id, #"{"closed":true}"#, provider, ifMatch: nil, world).conversation.closed)
            let empty = try await Self.change(made.id, "{}", provider, ifMatch: nil, world)
            #expect(empty.status == 200)
            #expect(try empty.conversation.closed && empty.tag?.hasPrefix("\"2.") == true)
            let cleared = try await Self.change(made.id, #"{"closed":null}"#, provider, ifMatch: nil, world)
            #expect(cleared.status == 400)
            #expect(try cleared.problem.fields == [Fault("closed", "cannot be cleared; leave it out to keep it")])
            let mistyped = try await Self.change(made.id, #"{"close":false}"#, provider, ifMatch: nil, world)
            #expect(mistyped.status == 400)
            #expect(try mistyped.problem.fields == [Fault("close", "is not known; did you mean closed?")])
            let path = "/conversations/\(made.id)"
            #expect(try await world.send(.PATCH, path, provider, Array("{}".utf8), type: "application/merge-patch+json").status == 200)
            let refused = try await world.send(.PATCH, path, provider, Array("{}".utf8), type: "text/plain")
            #expect(refused.status == 415)
            #expect(refused.headers.first(name: "Accept-Patch") == "application/merge-patch+json, application/json")
        }
    }
}
