import CareModels
import Foundation
import HTTP
import ServiceTestKit
import TestKit

@testable import AuthService

/// Somebody's authenticator app.
struct TestAuthenticator: Sendable {
    var user: UserID
    var secret: [UInt8]
    var recoveryCodes: [String] = []

    func code(_ world: World, stepsAhead: Int64 = 0) -> String {
        OneTimeCode.code(secret, step: OneTimeCode.step(at: world.clock.now) + stepsAhead)
    }
}

extension World {
    /// Begins to set one up, for who has just signed in.
    func beginTOTP(_ login: LoginView) async throws -> TestAuthenticator {
        let answer = try await post("/users/\(login.user.id)/factors/totp", json: [:], token: login.accessToken)
        guard answer.status == 201, let text = answer.member("secret") else { throw TestKitError("not begun: \(answer.status) \(answer.text)") }
        return TestAuthenticator(user: login.user.id, secret: Self.base32(text))
    }

    func confirmTOTP(_ code: String, _ login: LoginView) async throws -> Answer {
        try await post("/users/\(login.user.id)/factors/totp/confirmation", json: ["code": code], token: login.accessToken)
    }

    /// Sets one up; its next code is another step's.
    func setUpTOTP(_ login: LoginView) async throws -> TestAuthenticator {
        var app = try await beginTOTP(login)
        let answer = try await confirmTOTP(app.code(self), login)
        guard answer.status == 200 else { throw TestKitError("not confirmed: \(answer.status) \(answer.text)") }
        app.recoveryCodes = try answer.decode(RecoveryCodesView.self).recoveryCodes
        clock.advance(Double(OneTimeCode.seconds))
        return app
    }

    func tryLogIn(_ username: String, code: String?, password: String = password) async throws -> Answer {
        var body = ["username": username, "password": password]
        if let code { body["code"] = code }
        return try await post("/auth/login", json: body)
    }

    /// As an app reads it.
    private static func base32(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, buffer, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for letter in text {
            buffer = buffer << 5 | UInt32(alphabet.firstIndex(of: letter) ?? 0)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return bytes
    }
}
