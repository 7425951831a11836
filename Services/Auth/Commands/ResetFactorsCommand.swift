import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service reset-factors --username ada --reason lost`
struct ResetFactorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-factors", abstract: "Take somebody's second factors and recovery codes away, and end their sessions at once.",
        discussion: "Be sure who asks for it: the password alone lets in then. CARE_MASTER_KEY and CARE_ISSUER are those of the service.")

    @Option(help: "Whose.") var username: String
    @Option(help: "Why: lost, stolen, broken or security.") var reason: String

    func run() async throws {
        guard let why = FactorReset.Reason(rawValue: reason) else { throw ValidationError("--reason takes lost, stolen, broken or security") }
        let id = try await OperatorCommand.withPool { pool, environment in
            let (masters, issuer) = (MasterKeys(&environment), environment.string("CARE_ISSUER"))
            try environment.done()
            return try await Self.reset(username, for: why, masters: masters, issuer: issuer, pool: pool, now: Date())
        }
        print("\(Username.normalize(username)) (\(id)) has no second factor any more; every session has ended")
    }

    /// What the command does; tests call it too.
    static func reset(
        _ username: String, for reason: FactorReset.Reason, masters: MasterKeys, issuer: String, pool: PostgresPool, now: Date
    ) async throws -> UserID {
        let post = PostMail(masters: masters, now: { now }, newID: { .v7(at: now) })
        let reset = ResetFactors(tell: TellOfAccount(post: post, mails: AccountMails(issuer: issuer), now: { now }), now: { now })
        return try await OperatorCommand.forUser(username, pool) { id, tx in try await reset(id, for: reason, from: .platform, tx) }
    }
}
