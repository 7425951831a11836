import CareModels
import CareService
import Foundation
import HTTP
import Synchronization
import Testing

@testable import HealthMonitorService
@testable import Outbox
@testable import Sealing

/// How keys of measurements are asked for: of Records, with a token from Auth.
@Suite struct MeasurementKeysTests {
    /// Auth and Records in one; what they are asked, and what they answer.
    private final class Platform: Sendable {
        struct State {
            var tokens: [String] = []
            var asked: [String] = []
            var answers: [Response] = []
        }

        let state = Mutex(State())

        var routes: [Route] {
            [
                .post("/oauth/token", .anyone, operation: "makeToken") { [self] request in
                    let said = "\(request.headers.first(name: "Authorization") ?? "none") \(String(decoding: request.body, as: UTF8.self))"
                    let count = state.withLock { state in
                        state.tokens.append(said)
                        return state.tokens.count
                    }
                    return try .json(["access_token": .text("token-\(count)"), "expires_in": .number(600)] as [String: Member])
                },
                .get("/records/measurement-keys/:id", .anyone, operation: "getMeasurementKey") { [self] request in
                    let said = "\(request.headers.first(name: "Authorization") ?? "none") \(try request.parameter("id"))"
                    return state.withLock { state in
                        state.asked.append(said)
                        return state.answers.removeFirst()
                    }
                }
            ]
        }
    }

    private enum Member: Encodable {
        case text(String), number(Int)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }

    private func with(_ answers: [Response], patience: Duration = .seconds(900), _ body: (MeasurementKeys, Platform) async throws -> Void) async throws {
        let platform = Platform()
        platform.state.withLock { $0.answers = answers }
        let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: platform.routes, verifier: nil)
        try await server.start()
        let client = HTTPClient(mostConnections: 2)
        let url = "http://127.0.0.1:\(server.port)"
        let token = MachineToken(client, url: "\(url)/oauth/token", clientID: "careline-health", secret: "a+b", scope: "measurements:read")
        let result = await Result.capture { try await body(MeasurementKeys(records: url, token: token, client: client, patience: patience), platform) }
        await server.drain(within: .milliseconds(200))
        try result.get()
    }

    private static let bytes = [UInt8](repeating: 7, count: 32)

    private static func key() throws -> Response { try .json(["key": Base64URL.encode(bytes)]) }

    @Test func oneTokenServesForManyKeys() async throws {
        let (one, other) = (UserID(.v7()), UserID(.v7()))
        try await with([Self.key(), Self.key()]) { keys, platform in
            for person in [one, other, one] {
                let key = try await keys.key(of: person)
                #expect(key?.bytes == Self.bytes)
            }
            let basic = Data("careline%2Dhealth:a%2Bb".utf8).base64EncodedString()
            platform.state.withLock { state in
                #expect(state.tokens == ["Basic \(basic) grant_type=client_credentials&scope=measurements%3Aread"])
                #expect(state.asked == ["Bearer token-1 \(one)", "Bearer token-1 \(other)"])
            }
        }
    }

    @Test func whoWasErasedHasNoneAndARefusedTokenIsReplaced() async throws {
        let person = UserID(.v7())
        let answers = try [Response(.notFound), Response(.unauthorized), Self.key(), .json(["key": "AAAA"]), Response(.serviceUnavailable)]
        try await with(answers) { keys, platform in
            let none = try await keys.key(of: person)
            #expect(none == nil)
            await #expect(throws: MeasurementKeysUnavailable.self) { try await keys.key(of: person) }
            let some = try await keys.key(of: person)
            #expect(some != nil)
            platform.state.withLock { #expect($0.asked.last == "Bearer token-2 \(person)") }
            for _ in 0..<2 {
                keys.forget(person)
                await #expect(throws: MeasurementKeysUnavailable.self) { try await keys.key(of: person) }
            }
        }
    }

    /// Its events are not to keep everybody's behind them waiting: what is thrown is what the consumer tries a few times and parks.
    @Test func whoseKeyAloneIsRefusedForLongIsParked() async throws {
        let person = UserID(.v7())
        let answers = try [Response(.internalServerError), Response(.notFound), .json(["key": "AAAA"]), Response(.notFound), Self.key()]
        try await with(answers, patience: .zero) { keys, platform in
            for _ in 0..<2 { await #expect(throws: MeasurementKeyRefused.self) { try await keys.key(of: person) } }
            // The second question of each time was about nobody.
            let asked = platform.state.withLock { $0.asked }
            #expect(asked.map { $0.hasSuffix("\(person)") } == [true, false, true, false])
            let key = try? await keys.key(of: person)
            #expect(key?.bytes == Self.bytes)
        }
        #expect(FaultKind(MeasurementKeyRefused()) == .poison)
    }

    @Test func whileItMayPassOrIsEverybodysItWaits() async throws {
        let person = UserID(.v7())
        try await with([Response(.internalServerError), Response(.internalServerError)]) { keys, platform in
            for _ in 0..<2 { await #expect(throws: MeasurementKeysUnavailable.self) { try await keys.key(of: person) } }
            platform.state.withLock { #expect($0.asked.count == 2) }
        }
        // Records is away, is away between the two questions, fails at everybody's.
        for other in [Response(.serviceUnavailable), Response(.internalServerError)] {
            try await with([Response(.serviceUnavailable), Response(.internalServerError), other], patience: .zero) { keys, _ in
                for _ in 0..<2 { await #expect(throws: MeasurementKeysUnavailable.self) { try await keys.key(of: person) } }
            }
        }
    }
}
