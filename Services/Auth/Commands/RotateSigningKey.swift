import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres

/// `auth-service rotate-signing-key`
struct RotateSigningKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the next key that signs tokens before it is due.",
        discussion: """
            It is in the JWKS at once and signs after an hour, when every service knows it; the one before stays for two hours more, until its tokens \
            have expired. Needs CARE_MASTER_KEY besides.
            """)

    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false

    func run() async throws {
        let text = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            try environment.done()
            let (schedule, now) = (KeyRotation.Schedule(), Date())
            guard !dryRun else {
                let keys = try await pool.withConnection { try await $0.signingKeys() }
                return Self.said("would be made", from: KeyRotation.nextKey(keys.map(\.schedule), schedule: schedule, now: now), nil)
            }
            let made = try await pool.transaction { try await $0.makeNextSigningKey(schedule: schedule, masters: masters, now: now) }
            return Self.said("is published", from: made?.signsFrom, made?.kid)
        }
        print(text)
    }

    private static func said(_ what: String, from: Date?, _ kid: String?) -> String {
        guard let from else { return "a next signing key waits already: nothing was done" }
        return "a next signing key \(kid.map { "(\($0)) " } ?? "")\(what); it signs from \(RFC3339.format(from)), the one before stays published two hours longer"
    }
}
