import CareModels
import Crypto
import Foundation
import JSON
import ServiceTestKit
import TestKit

@testable import AuthService

/// A device with one passkey, and the browser before it.
struct TestPasskey: Sendable {
    static let issuer = "http://localhost:8080"

    private let privateKey = P256.Signing.PrivateKey().rawRepresentation
    var id = Secret.random(bytes: 24)
    /// Of its person, as the options named them.
    var userHandle: [UInt8] = []
    var signCount: UInt32 = 0
    var origin = issuer
    var flags: UInt8 = 0x05

    private struct Options: Decodable {
        struct Person: Decodable { var id: String }

        var challenge: String
        var user: Person?
    }

    private static func options(_ json: String) throws -> Options { try JSONDecoder().decode(Options.self, from: Data(json.utf8)) }

    private func clientData(_ type: String, _ challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func data(_ flags: UInt8) -> [UInt8] {
        let count = (0..<4).map { UInt8(truncatingIfNeeded: signCount >> UInt32(24 - 8 * $0)) }
        return PasskeyVectors.joined(Secret.hash("localhost"), [flags], count)
    }

    /// What a browser makes of creation options, as JSON.
    mutating func registration(_ json: String) throws -> String {
        let options = try Self.options(json)
        userHandle = options.user.flatMap { Base64URL.decode($0.id) } ?? []
        let point = Array(try P256.Signing.PrivateKey(rawRepresentation: privateKey).publicKey.x963Representation.dropFirst())
        let cose = PasskeyVectors.joined([0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20], Array(point[..<32]), [0x22, 0x58, 0x20], Array(point[32...]))
        let made = PasskeyVectors.joined(data(flags | 0x40), [UInt8](repeating: 0, count: 16), [0, UInt8(id.count)], id, cose)
        let attestation = PasskeyVectors.joined(
            [0xA3, 0x63], Array("fmt".utf8), [0x64], Array("none".utf8), [0x67], Array("attStmt".utf8), [0xA0, 0x68], Array("authData".utf8),
            [0x58, UInt8(made.count)], made)
        let name = Base64URL.encode(id)
        return """
            {"id":"\(name)","rawId":"\(name)","type":"public-key","clientExtensionResults":{"credProps":{"rk":true}},"authenticatorAttachment":"platform",\
            "response":{"clientDataJSON":"\(Base64URL.encode(clientData("webauthn.create", options.challenge)))",\
            "attestationObject":"\(Base64URL.encode(attestation))","transports":["internal"]}}
            """
    }

    /// What a browser makes of request options, as JSON; its counter goes on.
    mutating func assertion(_ json: String) throws -> String {
        signCount += 1
        let (client, data) = (clientData("webauthn.get", try Self.options(json).challenge), data(flags))
        let signature = Array(try P256.Signing.PrivateKey(rawRepresentation: privateKey).signature(for: data + Secret.hash(client)).derRepresentation)
        let name = Base64URL.encode(id)
        return """
            {"id":"\(name)","rawId":"\(name)","type":"public-key","clientExtensionResults":{},\
            "response":{"clientDataJSON":"\(Base64URL.encode(client))","authenticatorData":"\(Base64URL.encode(data))",\
            "signature":"\(Base64URL.encode(signature))","userHandle":"\(Base64URL.encode(userHandle))"}}
            """
    }
}

extension World {
    /// One whose pages browsers have passkeys for.
    static func withPasskeys(_ change: (inout AuthSettings) -> Void = { _ in }, _ body: (World) async throws -> Void) async throws {
        try await run(
            {
                $0.issuer = TestPasskey.issuer
                change(&$0)
            }, body)
    }

    func beginPasskey(_ login: LoginView) async throws -> Answer {
        try await post("/users/\(login.user.id)/factors/passkeys", json: [:], token: login.accessToken)
    }

    func registerPasskey(_ credential: String, named name: String = "Phone", _ login: LoginView) async throws -> Answer {
        let body = #"{"name":"\#(name)","credential":\#(credential)}"#
        return try await send(.POST, "/users/\(login.user.id)/factors/passkeys/registration", token: login.accessToken, body: body)
    }

    /// A device that a person signs in with from now on.
    func setUpPasskey(_ login: LoginView) async throws -> (device: TestPasskey, made: NewPasskeyView) {
        var device = TestPasskey()
        let answer = try await registerPasskey(try device.registration(try await beginPasskey(login).text), login)
        guard answer.status == 201 else { throw TestKitError("no passkey: \(answer.status) \(answer.text)") }
        return (device, try answer.decode(NewPasskeyView.self))
    }
}

extension TestBrowser {
    /// What the page's script reads.
    static func options(_ page: Answer) throws -> String {
        guard let start = page.text.range(of: "data-options=\"") else { throw TestKitError("no options: \(page.status) \(page.text)") }
        return String(page.text[start.upperBound...].prefix { $0 != "\"" }).replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    /// The hidden fields of a page, but for what its script fills in.
    static func form(_ page: Answer) -> [(String, String)] { hidden(page).filter { $0.0 != "credential" } }
}
