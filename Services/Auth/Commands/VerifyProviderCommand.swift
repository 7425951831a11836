import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service verify-provider --username ada --licence-number 12345`
struct VerifyProviderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-provider", abstract: "Say that a provider's licence was seen, or, with --withdraw, that nobody vouches for them any more.",
        discussion: "CARE_MASTER_KEY is that of the service: licences' numbers are kept sealed under it.")

    @Option(help: "Whose.") var username: String
    @Option(help: "The number by which whoever licenses them knows them.") var licenceNumber: String?
    @Flag(help: "Nobody vouches for them any more.") var withdraw = false

    func validate() throws {
        guard withdraw == (licenceNumber == nil) else { throw ValidationError("give either --licence-number or --withdraw") }
    }

    func run() async throws {
        var checks = Checks()
        let licence = licenceNumber.flatMap { Licence.checked($0, &checks) }
        if let fault = checks.faults.first { throw ValidationError("--licence-number \(fault.message)") }
        let id = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            try environment.done()
            return try await Self.verify(username, licence: licence, masters: masters, pool: pool, now: Date())
        }
        print("\(Username.normalize(username)) (\(id)) is \(licence == nil ? "verified no more" : "verified")")
    }

    /// What the command does; tests call it too. Without `licence` it withdraws.
    static func verify(_ username: String, licence: String?, masters: MasterKeys, pool: PostgresPool, now: Date) async throws -> UserID {
        let verify = VerifyProvider(masters: masters, now: { now }, newID: { .v7(at: now) })
        do {
            return try await OperatorCommand.forUser(username, pool) { id, tx in
                if let licence {
                    try await verify(licence, of: id, expectedRevision: nil, from: .platform, tx)
                } else {
                    try await WithdrawVerification(now: { now })(of: id, expectedRevision: nil, from: .platform, tx)
                }
            }
        } catch OrganisationRule.Refusal.noProvider {
            throw ValidationError("that account is no provider's")
        }
    }
}
