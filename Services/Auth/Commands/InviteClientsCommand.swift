import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service invite-clients --scope openid --scope appointments:read --clients 3 --days 14`
struct InviteClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite-clients", abstract: "Let somebody register OAuth clients by themselves (RFC 7591): shows the token for it, this once.")

    @Option(help: "So many clients.") var clients = 1
    @Option(help: "For so many days.") var days = 7
    @Option(help: "What they may ask for at most; openid, profile, email and offline_access unless given. Repeat for more.") var scope: [String] = []
    @Option(help: "A file with the token to take; of one that invites already number and days begin anew. Nothing is shown then.") var tokenFile: String?

    func run() async throws {
        guard (1...ClientInvitation.mostClients).contains(clients) else { throw ValidationError("--clients takes a number from 1 to \(ClientInvitation.mostClients)") }
        guard (1...ClientInvitation.longestDays).contains(days) else { throw ValidationError("--days takes a number from 1 to \(ClientInvitation.longestDays)") }
        guard let scopes = ClientInvitation.scopes(scope) else {
            let names = Scopes.all.filter { !Scopes.ofOwnApps.contains($0) } + LaunchScopes.all
            throw ValidationError("--scope takes one of: \(names.joined(separator: " ")), or at most \(Scopes.mostClinical) such as patient/*.rs and user/Observation.rs")
        }
        let given = try tokenFile.map(OperatorCommand.secret)
        if let given, given.utf8.count < ClientInvitation.shortestToken {
            throw ValidationError("--token-file names a file with a token of at least \(ClientInvitation.shortestToken) characters")
        }
        let token = try await OperatorCommand.withPool { pool, _ in
            try await Self.invite(clients: clients, days: days, scopes: scopes, token: given, pool: pool, now: Date())
        }
        if given == nil { print(token) }
    }

    /// What the command does; tests call it too. The token.
    static func invite(clients: Int, days: Int, scopes: Set<String>, token given: String? = nil, pool: PostgresPool, now: Date) async throws -> String {
        let token = given ?? Base64URL.encode(Secret.random())
        let invitation = ClientInvitation(
            tokenHash: Secret.hash(token), scopes: scopes, clientsLeft: clients, createdAt: now, expiresAt: now.addingTimeInterval(Double(days) * 86_400))
        try await pool.transaction { tx in try await InviteClients()(invitation, tx) }
        return token
    }
}
