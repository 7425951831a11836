import ArgumentParser
import CareModels
import CareService
import Foundation

/// `careline keys list`
struct ListKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the master keys by their ids, and how much each database has sealed by which.")

    @OptionGroup var options: KeyOptions

    func run() async throws {
        let place = try await KeyPlace(options)
        let (keys, now) = (try place.file.read(), Date())
        print("\(place.file.path):")
        for key in keys.keys { print("  \(key.id)  \(Self.state(key, keys, now))") }
        let parts = try await SealedData.with(place.settings.databases) { try await $0.parts() }
        print("rows sealed:")
        for line in parts.lines { print("  \(line)") }
        let missing = Set(parts.compactMap(\.rows.masterKey)).subtracting(keys.keys.map(\.id)).sorted()
        guard missing.isEmpty else {
            throw Failure("not in the file, and needed: \(missing.joined(separator: ", ")). Unless another file of yours has them, see docs/operators.md, \"Losing a key\".")
        }
    }

    private static func state(_ key: MasterKey, _ keys: MasterKeyList, _ now: Date) -> String {
        if keys.current(at: now).id == key.id { return "seals" + (key.from.map { ", since \(RFC3339.format($0))" } ?? "") }
        guard let from = key.from, from > now else { return "only opens" }
        return "will seal from \(RFC3339.format(from))"
    }
}
