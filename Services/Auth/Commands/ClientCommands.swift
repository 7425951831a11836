import ArgumentParser
import CareModels
import Foundation
import JSON
import Postgres

/// `auth-service list-clients clinic`
struct ListClientsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list-clients", abstract: "OAuth clients by the beginning of the id or a part of the name; without, all of them.")

    @Argument(help: "What to look for.") var text = ""

    func run() async throws {
        var (lines, after) = ([String](), String?.none)
        try await OperatorCommand.withPool { pool, _ in
            while true {
                let from = after
                let found = try await pool.withConnection { try await $0.clients(like: text, after: from, limit: 200) }
                lines += found.map(Self.line)
                after = found.last?.client.id
                if found.count < 200 { break }
            }
        }
        print(lines.isEmpty ? "none" : lines.joined(separator: "\n"))
    }

    static func line(_ record: ClientRecord) -> String {
        let (client, disabled) = (record.client, record.disabledAt.map { ", disabled since \(RFC3339.format($0))" } ?? "")
        return "\(client.id)  \(client.name)  \(client.kind.rawValue)\(client.isFirstParty ? ", trusted" : "")\(disabled)"
    }
}

/// `auth-service show-client clinic-finder`
struct ShowClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show-client", abstract: "An OAuth client, as JSON: what GET /admin/clients/ID answers.")

    @Argument(help: "The client_id.") var id: String

    func run() async throws {
        let found = try await OperatorCommand.withPool { pool, _ in try await pool.withConnection { try await $0.clientRecord(id) } }
        guard let found else { throw ValidationError("there is no such client") }
        try ClientCommand.say(ClientView(found))
    }
}

/// `auth-service create-client --from client.json`
struct CreateClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-client", abstract: "Add an OAuth client; a secret that it is given is shown this once.",
        discussion: "Reads the JSON that POST /admin/clients takes.")

    @Option(help: "A file with the JSON; - is standard input.") var from = "-"

    func run() async throws {
        let draft = try ClientCommand.read(ClientDraft.self, from)
        let (record, secret) = try await OperatorCommand.withPool { pool, _ in try await Self.create(draft, pool: pool, now: Date()) }
        try ClientCommand.say(ClientView(record, secret: secret))
    }

    /// What the command does; tests call it too.
    static func create(_ draft: ClientDraft, pool: PostgresPool, now: Date) async throws -> (ClientRecord, secret: String?) {
        let secret = draft.wantsSecret ? Base64URL.encode(Secret.random()) : nil
        let add = AddClient(now: { now })
        return try await ClientCommand.explaining {
            let client = try draft.client(secret: secret)
            return (try await pool.transaction { tx in try await add(client, from: .platform, tx) }, secret)
        }
    }
}

/// `auth-service change-client clinic-finder --from change.json`
struct ChangeClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-client", abstract: "Change an OAuth client, or let one be used again that was disabled; replicas notice within two seconds.",
        discussion: "Reads the JSON that PATCH /admin/clients/ID takes: what is left out stays.")

    @Argument(help: "The client_id.") var id: String
    @Option(help: "A file with the JSON; - is standard input.") var from = "-"

    func run() async throws {
        let change = try ClientCommand.read(ClientChange.self, from)
        let record = try await OperatorCommand.withPool { pool, _ in try await Self.change(id, change, pool: pool, now: Date()) }
        try ClientCommand.say(ClientView(record))
    }

    /// What the command does; tests call it too.
    static func change(_ id: String, _ change: ClientChange, pool: PostgresPool, now: Date) async throws -> ClientRecord {
        let alter = AlterClient(now: { now })
        return try await ClientCommand.explaining {
            try await pool.transaction { tx in try await alter(id, change, expectedRevision: nil, from: .platform, tx) }
        }
    }
}

/// `auth-service rotate-client-secret clinic-finder --overlap-hours 48`
struct RotateClientSecretCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-client-secret", abstract: "Give an OAuth client another secret, which is shown this once; the one before is taken for a while yet.")

    @Argument(help: "The client_id.") var id: String
    @Option(help: "So long the secret before is taken too.") var overlapHours = Int(SecretRotation.usualOverlap / 3600)

    func run() async throws {
        let end = Date().addingTimeInterval(Double(overlapHours) * 3600)
        let (record, secret) = try await OperatorCommand.withPool { pool, _ in try await Self.rotate(id, formerUntil: end, pool: pool, now: Date()) }
        try ClientCommand.say(ClientView(record, secret: secret))
    }

    /// What the command does; tests call it too.
    static func rotate(_ id: String, formerUntil end: Date, pool: PostgresPool, now: Date) async throws -> (ClientRecord, secret: String) {
        let (secret, replace) = (Base64URL.encode(Secret.random()), ReplaceClientSecret(now: { now }))
        return try await ClientCommand.explaining {
            let record = try await pool.transaction { tx in
                try await replace(id, to: Secret.hash(secret), formerUntil: max(end, now), expectedRevision: nil, from: .platform, tx)
            }
            return (record, secret)
        }
    }
}

/// `auth-service disable-client clinic-finder`
struct DisableClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable-client", abstract: "Give an OAuth client no codes and tokens any more, and end its sessions.",
        discussion: """
            change-client with {"disabled": false} lets it be used again. Of one with the scope webhooks take the events away, too: webhooks-service grant --client ID
            """)

    @Argument(help: "The client_id.") var id: String

    func run() async throws {
        try await OperatorCommand.withPool { pool, _ in try await Self.disable(id, pool: pool, now: Date()) }
        print("\(id) is disabled; its sessions have ended")
    }

    /// What the command does; tests call it too.
    static func disable(_ id: String, pool: PostgresPool, now: Date) async throws {
        let (disable, end) = (DisableClient(now: { now }), EndSessionsOfDisabledClients(now: { now }))
        try await ClientCommand.explaining {
            try await pool.transaction { tx in try await disable(id, expectedRevision: nil, from: .platform, tx) }
            var isMore = true
            while isMore { isMore = try await pool.transaction { tx in try await end(tx) } }
        }
    }
}

/// What those commands have in common.
enum ClientCommand {
    static func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        do {
            return try CareJSON.decodeStrictly(type, from: Array(OperatorCommand.text(from: path).utf8), limits: .body)
        } catch let unknown as UnknownMembers {
            throw ValidationError(said(unknown.faults))
        } catch let error as DecodingError {
            throw ValidationError("the JSON is not what is wanted here: \(error)")
        }
    }

    static func say(_ view: ClientView) throws { print(String(decoding: try CareJSON.encode(view), as: UTF8.self)) }

    static func explaining<R>(_ body: () async throws -> R) async throws -> R {
        do {
            return try await body()
        } catch let faults as Faults {
            throw ValidationError(said(faults))
        } catch Refusal.noSuchClient {
            throw ValidationError("there is no such client")
        } catch Refusal.clientExists {
            throw ValidationError("there is a client of that id already")
        } catch Refusal.ownClient {
            throw ValidationError("it is Careline's own, and stays as it is")
        } catch Refusal.publicClient {
            throw ValidationError("it is a public client, which has no secret")
        }
    }

    static func said(_ faults: Faults) -> String {
        var lines = faults.all.map { "\($0.field) \($0.message)" }
        if let rest = faults.rest { lines.append(rest.description) }
        return lines.joined(separator: "\n")
    }
}
