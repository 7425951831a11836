import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// A device whose clock is set wrong by an hour while the app runs, and right again: the server judges by its own.
@Suite(.timeLimit(.minutes(3))) struct WrongClockTests {
    /// It takes one token at a time, and gives the next for a refresh.
    private static func answer(_ current: Locked<Int>) -> FakeServer.Answer {
        { call in
            if call.url.path == "/oauth/token" {
                return SessionTests.tokens(
                    current.withLock {
                        $0 += 1
                        return $0
                    })
            }
            guard call.headers["Authorization"] == "Bearer access-\(current.withLock { $0 })" else { return .problem("unauthorized", 401) }
            return call.method == "POST" ? .json("{}", status: 201) : .json(#"{"items":[]}"#)
        }
    }

    /// Set back: the token seems good when it has ended. Set ahead: it seems to have ended when it is good.
    @Test(arguments: [-3600.0, 3600]) func aTokenIsReplacedOnceAndNobodyIsLoggedOut(by seconds: TimeInterval) async throws {
        let device = TestDevice()
        let current = Locked(1)
        device.server.answer(Self.answer(current))
        let care = try await BookingTests.client(device)
        _ = try await care.notifications.all().current()
        device.pass(seconds)
        // The server's time goes on as ever: the token ends by its clock.
        if seconds < 0 { current.withLock { $0 = 2 } }
        _ = try await care.scheduling.appointments(.upcoming).current()
        #expect(device.server.calls("/oauth/token").count == 1)
        device.pass(-seconds)
        _ = try await care.health.reminders().current()
        #expect(care.session.state == .loggedIn(TestDevice.user) && device.server.calls("/oauth/token").count <= 2)
        await care.close()
    }

    /// Waits are counted, not read from the clock.
    @Test(arguments: [-3600.0, 3600]) func whatWaitsIsSentOnceAndInOrder(by seconds: TimeInterval) async throws {
        let device = TestDevice()
        let failures = Locked(2)
        let (current, outbox) = (Locked(1), try await OutboxTests.outbox(device))
        let answer = Self.answer(current)
        device.server.answer { call in
            guard
                failures.withLock({
                    $0 -= 1
                    return $0 >= 0
                })
            else { return try await answer(call) }
            device.pass(seconds)
            return HTTPReply(status: 503, headers: ["Retry-After": "5"])
        }
        try await outbox.open(for: TestDevice.user)
        for number in 1...3 { try await outbox.add(OutboxTests.item(number), lane: "a/1") }
        try await OutboxTests.wait(outbox) { $0.isEmpty }
        let sent = device.server.calls("/things").compactMap { $0.headers["Idempotency-Key"] }
        #expect(sent.suffix(2) == ["key-2", "key-3"] && Set(sent.dropLast(2)) == ["key-1"])
    }
}
