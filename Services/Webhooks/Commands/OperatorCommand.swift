import ArgumentParser

/// What an operator does beside serving: `webhooks-service grant …`. It needs CARE_DATABASE_URL (or _FILE) and a migrated database.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks-service", abstract: "Operate Careline's webhooks.", subcommands: [GrantCommand.self])
}
