import CareModels
import CareService
import Foundation
import ServiceTestKit
import Testing

@testable import CareClient

/// What the client signs is what the platform's services take.
@Suite(.timeLimit(.minutes(3))) struct ProofStory {
    @Test func theServicesTakeTheClientsProofs() throws {
        let url = try #require(URL(string: "https://care.test/conversations?limit=50"))
        let proofs = Proofs(.memory(), .system)
        let (one, other) = (try DPoPProof(proofs.proof("GET", url, token: "abc")), try DPoPProof(proofs.proof("GET", url, token: "abc")))
        try one.check("GET", "https://care.test/conversations", token: "abc", now: Date())
        #expect(one.thumbprint == other.thumbprint)
        for (method, address, token) in [
            ("POST", "https://care.test/conversations", "abc"), ("GET", "https://care.test/notifications", "abc"), ("GET", "https://care.test/conversations", "abd")
        ] {
            #expect(throws: DPoPRefusal.self) { try one.check(method, address, token: token, now: Date()) }
        }
    }

    /// Behind a gateway, as a platform is: requests, a socket or a stream, and each with a proof of its own, which holds a nonce where one is asked for.
    /// Whoever has got hold of the token has nothing.
    @Test(arguments: [false, true], [false, true]) func aRunningServiceHearsThemAndNobodyElse(blocksSockets: Bool, asksForNonces: Bool) async throws {
        let nonces = asksForNonces ? ProofNonces(key: [UInt8](repeating: 5, count: 32)) : nil
        try await StoryWorld.run(nonces: nonces) { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            let platform = try #require(URL(string: "http://issuer.test"))
            let (keychain, network) = (Keychain.memory(), Gateway(port: patient.port, blocksSockets: blocksSockets))
            let proofs = Proofs(keychain, .system)
            let own = try DPoPProof(proofs.proof("GET", platform))
            let token = try TestIssuer.token(patient.id, .patient, scope: "messages:read messages:write", boundTo: own.thumbprint)
            let tokens = Tokens(
                userID: patient.id, accessToken: token, expiresAt: Date().addingTimeInterval(500), refreshToken: "none", scope: "", isBound: true)
            try keychain.write(CareSession.name, Wire.encode(KeptSession(userID: patient.id, tokens: tokens)))
            let care = try await CareClient(
                .init(
                    server: platform, clientID: "my-app", redirect: #require(URL(string: "my-app:/callback")), storage: .memory, keychain: keychain,
                    transport: network, clock: .hurried, language: "en", bindsTokens: true))
            for await state in care.connectionStates where state == .connected { break }
            let conversation = try await care.messaging.startConversation(with: [provider.id], first: .text("My heel hurts."))
            let messages = care.messaging.messages(in: conversation.id)
            _ = try await first(messages) { $0.isDataFresh }
            async let heard = first(messages) { $0.data.items.contains { $0.content?.text == "Since when?" } }
            try await provider.run { amara in
                try await amara.messaging.send(.text("Since when?"), to: conversation.id)
                _ = try await first(amara.messaging.messages(in: conversation.id)) { $0.data.items.count == 2 && $0.data.items.allSatisfy { $0.delivery == .sent } }
            }
            _ = try await heard
            await care.close()

            let list = platform.appendingCall(.get("/conversations"))
            let (stranger, another) = (Proofs(.memory(), .system), platform.appendingCall(.get("/notifications")))
            let attempts = [
                ["Authorization": "Bearer \(token)"], ["Authorization": "DPoP \(token)"],
                ["Authorization": "DPoP \(token)", "DPoP": try stranger.proof("GET", list, token: token)],
                ["Authorization": "DPoP \(token)", "DPoP": try proofs.proof("GET", another, token: token)]
            ]
            for headers in attempts { #expect(try await network.send(HTTPCall(url: list, headers: headers)).status == 401) }
            if asksForNonces {
                let early = ["Authorization": "DPoP \(token)", "DPoP": try proofs.proof("GET", list, token: token)]
                #expect(proofs.heard(try await network.send(HTTPCall(url: list, headers: early))))
            }
            let headers = ["Authorization": "DPoP \(token)", "DPoP": try proofs.proof("GET", list, token: token)]
            #expect(try await network.send(HTTPCall(url: list, headers: headers)).status == 200)
            // Twice the same is somebody else.
            #expect(try await network.send(HTTPCall(url: list, headers: headers)).status == 401)
        }
    }
}

/// The platform's address leads to a service on this machine.
private struct Gateway: Transport {
    let port: Int
    let blocksSockets: Bool
    private let network = FetchTransport()

    init(port: Int, blocksSockets: Bool) { (self.port, self.blocksSockets) = (port, blocksSockets) }

    func send(_ call: HTTPCall) async throws -> HTTPReply { try await network.send(led(call)) }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
        if blocksSockets { throw TransportFault.notUpgraded(status: 502) }
        return try await network.openSocket(led(call))
    }

    func openStream(_ call: HTTPCall) async throws -> HTTPStream { try await network.openStream(led(call)) }

    private func led(_ call: HTTPCall) throws -> HTTPCall {
        var call = call
        guard var parts = URLComponents(url: call.url, resolvingAgainstBaseURL: false) else { throw TransportFault.unreachable }
        (parts.host, parts.port) = ("127.0.0.1", port)
        call.url = parts.url ?? call.url
        return call
    }
}
