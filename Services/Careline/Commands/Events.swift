import ArgumentParser
import CareModels
import Foundation

/// `careline events`: the contract of the topics.
struct Events: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print, write or check the published contract of the events.",
        discussion:
            "Without a flag it prints every event with its topic. --write writes asyncapi.yaml and the JSON Schemas; --check fails when they differ from the catalog.")

    @Flag(help: "Write asyncapi.yaml and schemas/*.json.") var write = false
    @Flag(help: "Fail when the files differ from the catalog of events.") var check = false
    @Option(help: "Where the files are.") var directory = "deploy/api"

    func validate() throws {
        if write && check { throw ValidationError("choose --write or --check") }
    }

    func run() throws {
        let files = ContractFiles(directory: URL(fileURLWithPath: directory, isDirectory: true))
        if write {
            for path in try files.write() { print("wrote \(directory)/\(path)") }
        } else if check {
            try files.check()
            print("\(EventCatalog.all.count) events: \(directory) holds what the catalog says")
        } else {
            for entry in EventCatalog.all { print("\(entry.topic.rawValue)  \(entry.type)  \(entry.summary)") }
        }
    }
}
