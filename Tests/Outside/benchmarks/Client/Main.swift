import ArgumentParser
import CareClient
import CareModels
import Foundation

/// What `make bench` asks of an app that is made with CareClient, in a process of its own as an app is; figures/client.py is who asks. Each prints one
/// JSON object.
@main
struct ClientBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care-client-bench", subcommands: [LogIn.self, Fill.self, Start.self, Drain.self, Watching.self, Talk.self])
}

/// One line that the caller reads.
func report(_ values: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(values) + Data("\n".utf8))
}

extension ConversationID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
