import ArgumentParser
@main struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "careline", subcommands: [Events.self, Broker.self])
}
