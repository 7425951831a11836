import ArgumentParser
import Foundation

/// The parts of `make bench` that must be Swift; Tests/Outside/benchmarks/run puts them beside their references. Each prints one JSON object.
@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "careline-bench",
        subcommands: [
            Schema.self, Select.self, Insert.self, BareRoute.self, Produce.self, Relay.self, Emit.self, Listen.self, Hash.self, Validate.self, Inbox.self
        ])
}

/// One line that the caller reads.
func report(_ name: String, _ value: Double) {
    FileHandle.standardOutput.write(Data("{\"\(name)\": \(value)}\n".utf8))
}
