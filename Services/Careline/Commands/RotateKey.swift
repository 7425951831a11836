import ArgumentParser
import CareModels
import CareService
import Foundation
import Sealing

/// `careline keys rotate`
struct RotateKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Make a new master key for each service, and let it take over.",
        discussion: """
            Adds a key to each service's file; those that are there stay, for what they have sealed. The new one seals a little later, when every service has read \
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
        let (places, from) = (try await KeyPlace.all(options), Date().addingTimeInterval(lead.seconds))
        // All are looked at before one is changed.
        for place in places { _ = try Self.rotated(place.file.read(), from) }
        for place in places { try rotate(place, from) }
        guard !dryRun else { return }
        print(Self.advice(for: places.map(\.name)))
        if wait { try await places.awaitRotation(within: lead + limit) }
    }

    /// What is to be done until the new keys seal, by the names of those that got one.
    static func advice(for names: [String]) -> String {
        """
        Before that:
          copy the files to where you keep them apart from the backups: without the new keys nothing sealed from then on can be read;
          services that have a copy of the file (Kubernetes: apply the secrets anew), or to which it was mounted as a single file (Compose: \
        restart \(names.joined(separator: ", "))), must get the new one. Those that read this file itself need nothing.
        """
    }

    private func rotate(_ place: KeyPlace, _ from: Date) throws {
        var (old, new) = ("", "")
        try place.file.change { keys in
            let rotated = try Self.rotated(keys, from)
            (old, new) = (keys.current(at: Date()).id, rotated.keys.last?.id ?? "")
            return dryRun ? nil : rotated
        }
        let instant = RFC3339.format(from)
        print(
            dryRun
                ? "\(place.name): would add a key to \(place.file.path) that seals from about \(instant), in place of \(old)"
                : "\(place.name): \(new) is in \(place.file.path) and seals from \(instant), in place of \(old)")
    }

    /// With a new key. One that waits for longer than that goes: it has sealed nothing.
    static func rotated(_ keys: MasterKeyList, _ from: Date) throws -> MasterKeyList {
        guard let waiting = keys.keys.last, let instant = waiting.from, instant > Date() else { return keys.adding(.random(from: from)) }
        guard instant > from else { throw Failure("\(waiting.id) is new already: it will seal from \(RFC3339.format(instant)). Nothing was done.") }
        return keys.removing(waiting.id).adding(.random(from: from))
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
        try await KeyPlace.all(options).awaitRotation(within: limit)
    }
}
