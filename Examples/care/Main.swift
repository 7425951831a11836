import ArgumentParser

/// Careline in a terminal: what an app does with `CareClient`, as small as it can be (docs/sdk.md).
@main struct Care: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care", abstract: "Careline in a terminal: messages, appointments, health records, heart rates and emergency rooms, also without a network.",
        subcommands: [LogIn.self, LogOut.self, Chat.self, Book.self, Visits.self, HealthRecords.self, Nearest.self, Pulse.self, Follow.self])
}
