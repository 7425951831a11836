import ArgumentParser
import CareModels
import CareService
import Foundation

/// `careline keys rotate`
struct RotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make a new master key, and let it take over.",
        discussion: """
            Adds the key to the file; those that are there stay, for what they have sealed. The new one seals a little later, when every service has read \
            it: they look at their file every few seconds and need no restart. Then they seal anew what the others have sealed: the data keys of \
            persons, the signing keys, the events that wait; nothing else changes. `careline keys wait` says when that is done, `careline keys retire` \
            removes the old key.
            """)

    @OptionGroup var options: KeyOptions
    @Option(name: .customLong("in"), help: "When the new key begins to seal: as long as every replica needs to get the file, 10s to 7d.") var lead = "1m"
    @Flag(help: "Wait until nothing is sealed by an earlier key any more.") var wait = false
    @Option(help: "How long to wait at most, besides --in.") var within = "30m"
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false

    func validate() throws {
        let range = Duration.seconds(10)...Duration.seconds(7 * 86_400)
        guard let lead = DurationSetting.parse(lead), range.contains(lead) else { throw ValidationError("--in takes 10s to 7d") }
        guard DurationSetting.parse(within) != nil else { throw ValidationError("--within takes a duration such as 30m") }
    }

    func run() async throws {
        guard let lead = DurationSetting.parse(lead), let limit = DurationSetting.parse(within) else { return }
        let place = try await KeyPlace(options)
        let new = MasterKey.random(from: Date().addingTimeInterval(lead.seconds))
        guard let from = new.from.map(RFC3339.format) else { return }
        var old = ""
        try place.file.change { keys in
            if let waiting = keys.keys.last, let from = waiting.from, from > Date() {
                throw Failure("\(waiting.id) is new already: it will seal from \(RFC3339.format(from)). Nothing was done.")
            }
            old = keys.current(at: Date()).id
            return dryRun ? nil : keys.adding(new)
        }
        guard !dryRun else {
            print("would add a key to \(place.file.path) that seals from about \(from), in place of \(old)")
            return
        }
        print("""
            \(new.id) is in \(place.file.path) and seals from \(from), in place of \(old).
            Before that:
              copy the file to where you keep it apart from the backups: without the new key nothing sealed from then on can be read;
              services that have a copy of the file (Kubernetes: apply the secret anew), or to which it was mounted as a single file (Compose: \
            restart auth, messaging, health, records), must get the new one. Those that read this file itself need nothing.
            """)
        if wait { try await place.awaitRotation(within: lead + limit) }
    }
}

/// `careline keys wait`
struct AwaitRotation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "wait", abstract: "Wait until nothing is sealed by an earlier master key any more.")

    @OptionGroup var options: KeyOptions
    @Option(help: "How long at most.") var within = "30m"

    func validate() throws {
        guard DurationSetting.parse(within) != nil else { throw ValidationError("--within takes a duration such as 30m") }
    }

    func run() async throws {
        guard let limit = DurationSetting.parse(within) else { return }
        try await KeyPlace(options).awaitRotation(within: limit)
    }
}
