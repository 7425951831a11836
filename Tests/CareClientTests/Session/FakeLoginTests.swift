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

    @Test func somebodySaysNo() async throws {
        let server = FakeServer()
        let care = try await CareClient(.fake(server))
        let browser = server.browser(loggingIn: person, refusing: "access_denied")
        await #expect(throws: CareError.login(.denied("access_denied"))) { try await care.session.logIn(scopes: [.messagesRead], present: browser) }
        #expect(care.session.state == .loggedOut)
        await care.close()
    }
}
