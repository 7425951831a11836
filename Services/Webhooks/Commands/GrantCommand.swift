import ArgumentParser
import CareService
import Foundation
import Postgres

/// `webhooks-service grant --client our-crm --type care.appointments.booked.v1 --type care.appointments.cancelled.v1`
struct GrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Say which types of events a client may have: these and no others.",
        discussion: "Events are of all people. Grant them to back-ends of your own, as you would the right to read a topic; without --type it may have none.")

    @Option(help: "The client's id, as in auth-service seed-client; it needs the scope webhooks.") var client: String
    @Option(help: "A type of event, such as care.appointments.booked.v1. Repeat for more.") var type: [String] = []

    func run() async throws {
        let unknown = type.filter { !WebhookEvents.types.contains($0) }
        guard unknown.isEmpty else {
            throw ValidationError("no types of events: \(unknown.joined(separator: " ")); known: \(WebhookEvents.types.joined(separator: " "))")
        }
        let grant = GrantTypes(now: { Date() })
        try await OperatorDatabase.withPool(named: "care_webhooks") { pool, _ in
            try await pool.transaction { tx in try await grant(type, to: client, tx) }
        }
        print(type.isEmpty ? "\(client) may have no events." : "\(client) may have: \(type.joined(separator: " ")).")
    }
}
