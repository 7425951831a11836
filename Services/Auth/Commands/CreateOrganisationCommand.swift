import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service create-organisation --name "Riverside Clinic" --time-zone America/Winnipeg --owner ada`
struct CreateOrganisationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "create-organisation", abstract: "Take an organisation in, with its first owner.")

    @Option(help: "What it is called.") var name: String
    @Option(help: "IANA name, such as America/Winnipeg.") var timeZone: String
    @Option(help: "An address, as on a letter; may be repeated.") var address: [String] = []
    @Option(help: "The username of its first owner.") var owner: String
    @Flag(help: "The owner, a provider, practises there too.") var ownerPractises = false

    func run() async throws {
        var checks = Checks()
        let details = OrganisationDetails.checked(name: name, addresses: address, timeZone: timeZone, &checks)
        guard let details, checks.faults.isEmpty else {
            throw ValidationError(checks.faults.map { "\($0.field) \($0.message)" }.joined(separator: "\n"))
        }
        let id = try await OperatorCommand.withPool { pool, _ in
            try await Self.create(details, owner: owner, practises: ownerPractises, pool: pool, now: Date())
        }
        print("made the organisation \(details.name) (\(id))")
    }

    /// What the command does; tests call it too.
    static func create(_ details: OrganisationDetails, owner: String, practises: Bool, pool: PostgresPool, now: Date) async throws -> OrganisationID {
        let id = OrganisationID(UUID.v7(at: now))
        let create = CreateOrganisation(now: { now }, newID: { id.uuid })
        do {
            _ = try await OperatorCommand.forUser(owner, pool) { user, tx in
                _ = try await create(details, owner: user, from: .platform, tx)
                guard practises else { return }
                let change = ChangeMember(now: { now })
                _ = try await change(user, to: [.owner, .practitioner], in: id, expectedRevision: nil, by: .terminal, from: .platform, tx)
            }
        } catch OrganisationRule.Refusal.noProvider {
            throw ValidationError("the owner is no provider")
        }
        return id
    }
}
