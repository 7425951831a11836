import CareClient
import CareClientTesting
import CareModels
import Foundation
import Testing

/// What an app's tests of its login need, with what the package gives to apps alone.
@Suite(.timeLimit(.minutes(3))) struct FakeLoginTests {
    private let person = UserID(UUID())

    @Test func somebodyLogsIn() async throws {
        let server = FakeServer { _ in .json(#"{"items":[]}"#) }
        let care = try await CareClient(.fake(server))
        #expect(care.session.state == .loggedOut)
        try await care.session.logIn(scopes: [.messagesRead], present: server.browser(loggingIn: person))
        #expect(care.session.state == .loggedIn(person))
        #expect(try await care.messaging.conversations().current().items.isEmpty)
        #expect(server.calls("/conversations").allSatisfy { $0.headers["Authorization"] == "Bearer access-login" })
        #expect(server.calls("/oauth/token").map { $0.form["grant_type"] } == ["authorization_code"])
        await care.close()
    }

    @Test func aSessionEnds() async throws {
        let clock = FakeClock()
        let server = FakeServer { call in call.url.path == "/oauth/token" ? .json(#"{"error":"invalid_grant"}"#, status: 400) : .json(#"{"items":[]}"#) }
        let care = try await CareClient(.fake(server, loggedInAs: person, clock: clock))
        #expect(try await care.messaging.conversations().current().items.isEmpty)
        clock.pass(3600)
        await #expect(throws: CareError.expired) { try await care.scheduling.book(slot(), title: "Check-up") }
        for await state in care.session.states where state == .expired(person) { break }
        await care.close()
    }

    private func slot() throws -> Scheduling.Slot {
        try CareClient.fake(
            #"{"providerId":"0198c5b2-7d7e-7cc0-8a4f-000000000001","startTime":"2026-10-08T14:30:00Z","endTime":"2026-10-08T15:00:00Z","timeZone":"UTC"}"#)
    }

    /// What a screen shows, without a client.
    @Test func aValueIsWhatThePlatformSays() throws {
        #expect(try slot().timeZone == "UTC")
        #expect(throws: DecodingError.self) { try CareClient.fake(#"{"timeZone":"UTC"}"#, as: Scheduling.Slot.self) }
    }

    @Test func somebodySaysNo() async throws {
        let server = FakeServer()
        let care = try await CareClient(.fake(server))
        let browser = server.browser(loggingIn: person, refusing: "access_denied")
        await #expect(throws: CareError.login(.denied("access_denied"))) { try await care.session.logIn(scopes: [.messagesRead], present: browser) }
        #expect(care.session.state == .loggedOut)
        await care.close()
    }
}
