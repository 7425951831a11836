import ArgumentParser

extension ParsableCommand {
    /// What a service's Main hands on to it: its commands, and the ways of asking which those are.
    package static var names: Set<String> { Set(configuration.subcommands.compactMap { $0.configuration.commandName } + ["help", "--help", "-h"]) }
}
