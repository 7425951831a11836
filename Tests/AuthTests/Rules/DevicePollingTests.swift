import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct DevicePollingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var client = "tv"
        var age: TimeInterval = 60
        var interval = 5
        /// Since the last question.
        var pause: TimeInterval?
        var decision: DevicePolling.Decision?
        var expected: DevicePolling.Answer
    }

    static let cases: [Case] = [
        Case(testDescription: "the first question", expected: .pending),
        Case(testDescription: "after the interval", pause: 5, expected: .pending),
        Case(testDescription: "one that was on its way for longer", pause: 4, expected: .pending),
        Case(testDescription: "too early", pause: 3.9, expected: .slowDown(10)),
        Case(testDescription: "too early again", interval: 10, pause: 5, expected: .slowDown(15)),
        Case(testDescription: "as slow as it gets", interval: 60, pause: 5, expected: .slowDown(60)),
        Case(testDescription: "allowed", pause: 5, decision: .allowed, expected: .issue),
        Case(testDescription: "allowed, and too early", pause: 1, decision: .allowed, expected: .issue),
        Case(testDescription: "denied", decision: .denied, expected: .denied),
        Case(testDescription: "expired", age: 600, expected: .expired),
        Case(testDescription: "allowed, and expired", age: 600, decision: .allowed, expected: .expired),
        Case(testDescription: "another client", client: "other", decision: .allowed, expected: .anotherClient),
        Case(testDescription: "another client, expired", client: "other", age: 600, expected: .anotherClient)
    ]

    @Test(arguments: cases) func answers(_ row: Case) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let state = DevicePolling.State(
            clientID: "tv", expiresAt: now.addingTimeInterval(600 - row.age), interval: row.interval, polledAt: row.pause.map { now.addingTimeInterval(-$0) },
            decision: row.decision)
        #expect(DevicePolling.answer(state, client: row.client, now: now) == row.expected)
    }

    @Test(
        arguments: [
            ("BCDFGHJK", "BCDF-GHJK"), ("bcdf-ghjk", "BCDF-GHJK"), (" b c d f g h j k ", "BCDF-GHJK"), ("BCDFGHJ", nil), ("BCDFGHJKL", nil), ("ACDFGHJK", nil),
            ("BCDFGHJ1", nil), ("", nil), ("ßCDFGHJK", nil), ("BCDFGHJK" + String(repeating: "-", count: 40), nil)
        ] as [(String, String?)])
    func codesAreReadAsPeopleTypeThem(_ typed: String, _ shown: String?) { #expect(UserCode(typed: typed)?.shown == shown) }

    @Test func eachLetterIsAsLikelyAsAnyOther() {
        #expect(UserCode(random: [0, 19, 20, 239, 240, 255, 1, 2, 3, 4]) == UserCode(typed: "BZBZCDFG"))
        #expect(UserCode(random: [UInt8](repeating: 240, count: 16)) == nil)
        #expect(UserCode.random() != UserCode.random())
    }

    @Test func whatFAPIAsksOfARegistration() throws {
        let jwks = ClientKeyPair.set(try ClientKeyPair())
        var registration = ClientRegistration(
            id: "bank", name: "Bank", redirectURIs: ["https://bank.example/cb"], scopes: ["openid"], grants: ["authorization_code", "refresh_token"],
            isFirstParty: false, jwks: jwks)
        registration.isFAPI = true
        #expect(try registration.check().isFAPI == true)
        #expect(try registration.check().demandsKey == true)
        func faults(_ change: (inout ClientRegistration) -> Void) -> Int {
            var other = registration
            change(&other)
            return other.faults.filter { "\($0.field) \($0.message(in: .english))".contains("fapi2") }.count
        }
        #expect(faults { ($0.jwks, $0.secret) = (nil, World.secret) } == 1)
        #expect(faults { $0.jwks = nil } == 1)
        #expect(faults { $0.requiresPKCE = false } == 1)
        #expect(faults { $0.idTokenAlgorithm = "RS256" } == 1)
        #expect(faults { $0.redirectURIs.append("http://127.0.0.1/cb") } == 1)
        #expect(faults { $0.redirectURIs.append("com.example.bank:/cb") } == 1)
        #expect(faults { $0.grants.append(Client.Grant.deviceCode.rawValue) } == 1)
    }
}
