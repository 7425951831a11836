import ArgumentParser
import CareModels
import Foundation
import Sealing

/// `careline keys list`
struct ListKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the master keys by their ids, and how much each database has sealed by which.")

    @OptionGroup var options: KeyOptions

    func run() async throws {
        let (places, now) = (try await KeyPlace.all(options), Date())
        var faults: [String] = []
        for place in places {
            let keys = try place.file.read()
            print("\(place.name): \(place.file.path)")
            for key in keys.keys { print("  \(key.id)  \(Self.state(key, keys, now))") }
            let parts = try await place.sealed()
            for line in parts.lines { print("    \(line)") }
            let missing = Set(parts.compactMap(\.rows.masterKey)).subtracting(keys.keys.map(\.id)).sorted()
            if !missing.isEmpty { faults.append("not in \(place.file.path), and needed: \(missing.joined(separator: ", ")).") }
        }
        if let shared = try sharedFile(places) { print(shared) }
        guard faults.isEmpty else {
            throw Failure((faults + ["Unless another file of yours has them, see docs/operators.md, \"Losing a key\"."]).joined(separator: "\n"))
        }
    }

    /// What is to be said of the file that a release before had for all services; nil where there is none, or where it is in use.
    private func sharedFile(_ places: [KeyPlace]) throws -> String? {
        let shared = MasterKeyFile(path: try options.place.layout().sharedMasterKey)
        guard FileManager.default.fileExists(atPath: shared.path), !places.contains(where: { $0.file.path == shared.path }) else { return nil }
        let ids = try shared.read().keys.map(\.id)
        let isHeld = try places.contains { place in try place.file.read().keys.contains { ids.contains($0.id) } }
        let advice =
            isHeld
            ? "keep it until its keys are retired above, and you will not go back to the release that read it"
            : "its keys were retired: it is for backups of before alone, and has no place here"
        return "\(shared.path): the keys that all services shared (\(ids.joined(separator: ", "))). No service reads it: \(advice)."
    }

    private static func state(_ key: MasterKey, _ keys: MasterKeyList, _ now: Date) -> String {
        if keys.current(at: now).id == key.id { return "seals" + (key.from.map { ", since \(RFC3339.format($0))" } ?? "") }
        guard let from = key.from, from > now else { return "only opens" }
        return "will seal from \(RFC3339.format(from))"
    }
}
