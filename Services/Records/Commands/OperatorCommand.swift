import ArgumentParser

/// What an operator does beside serving: `records-service verify-access-log …`. It needs CARE_DATABASE_URL (or _FILE) and a migrated database.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "records-service", abstract: "Operate Careline's records.", subcommands: [VerifyAccessLogCommand.self])
}
