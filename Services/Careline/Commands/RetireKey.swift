import ArgumentParser
import CareModels
import Foundation
import Sealing

/// `careline keys retire --key ID`
struct RetireKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire", abstract: "Remove a master key that nothing needs any more.",
        discussion: """
            Refused while a row of any of the services that have it is sealed by it. Backups made while it was in use need it: keep a copy, apart from them, until the last of \
            them is gone. --keep appends it to a file of yours.
            """)

    @OptionGroup var options: KeyOptions
    // An option that takes whatever follows: one id in 64 begins with a hyphen, and would be taken for an option itself.
    @Option(name: .customLong("key"), parsing: .unconditional, help: "The key's id, as `careline keys list` shows it.") var id: String
    @Option(help: "A file to append the key to, for backups of before.") var keep: String?
    @Flag(help: "Say whether it could go, and do nothing.") var dryRun = false

    func run() async throws {
        let places = try await KeyPlace.all(options)
        let holding = try places.filter { try $0.file.read().key(id) != nil }
        guard !holding.isEmpty else { throw Failure("\(id) is in none of \(places.map(\.file.path).joined(separator: ", ")): `careline keys list` shows which are") }
        // Of a key that several services have, all have to be done with it.
        for place in holding { try check(place, place.file.read(), await place.sealed()) }
        for place in holding {
            let parts = try await place.sealed()
            try place.file.change { keys in
                try check(place, keys, parts)
                guard !dryRun else { return nil }
                if let keep, place.file.path == holding[0].file.path { try Self.append(keys.line(of: id), to: keep) }
                return keys.removing(id)
            }
            print(
                "\(place.name): "
                    + (dryRun ? "\(id) could go: nothing is sealed by it" : "\(id) is no longer in \(place.file.path)\(keep.map { "; it is in \($0)" } ?? "")"))
        }
    }

    private func check(_ place: KeyPlace, _ keys: MasterKeyList, _ parts: [SealedData.Part]) throws {
        do throws(KeyRetirement.Refusal) { try KeyRetirement.check(id, of: keys, sealed: parts, now: Date()) } catch {
            throw Failure("\(place.name): \(explain(error, parts, place.file))")
        }
    }

    private func explain(_ refusal: KeyRetirement.Refusal, _ parts: [SealedData.Part], _ file: MasterKeyFile) -> String {
        switch refusal {
        case .unknown: "\(id) is not in \(file.path): `careline keys list` shows which are"
        case .needed: "\(id) seals now, or will: only one that another took the place of can go (careline keys rotate)"
        case .tooEarly(let until): "what was begun under \(id) may not have ended yet: try again after \(RFC3339.format(until))"
        case .sealing(let rows):
            "\(rows) rows are sealed by \(id) still; `careline keys wait` says when they are not:\n"
                + parts.needing([id]).lines.map { "  " + $0 }.joined(separator: "\n")
        }
    }

    private static func append(_ line: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(line.utf8))
        try handle.synchronize()
    }
}
