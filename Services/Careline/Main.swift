import ArgumentParser
@main struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "careline", subcommands: [API.self, Events.self, Broker.self])
}
