import ArgumentParser

/// The operator's CLI.
@main struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "careline", abstract: "Run, set up and look after Careline.", version: Release.version,
        subcommands: [
            Up.self, Doctor.self, Migrate.self, Topics.self, Replay.self, SnapshotTopic.self, DeadLetters.self, Keys.self, Backup.self, Restore.self, Restored.self,
            Users.self, Clients.self, Organisations.self, Audit.self, Import.self, Broker.self, Events.self, API.self
        ])
}
