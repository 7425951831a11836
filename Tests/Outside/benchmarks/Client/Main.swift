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
func report(_ values: [String: Double]) throws { try report(object: values) }

func report<Values: Encodable>(object values: Values) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(values) + Data("\n".utf8))
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}

extension ConversationID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
