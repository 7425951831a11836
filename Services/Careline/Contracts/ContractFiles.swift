import CareModels
import Foundation

/// The files of `deploy/api` that come from the catalog of events: their paths there and their whole text.
struct ContractFiles {
    /// What differs between the files and the catalog, one line each.
    struct Drift: Error, CustomStringConvertible {
        let lines: [String]
        var description: String {
            lines.joined(separator: "\n")
                + "\ncareline: the published contracts differ from the catalog of events; `careline events --write` mends that. Look at the change: a field may be added, never removed or made required."
        }
    }

    let directory: URL

    static func generated() throws -> [(path: String, text: String)] {
        var files = [(path: "asyncapi.yaml", text: header + AsyncAPIDocument.document().yaml)]
        for entry in EventCatalog.all {
            let schema = EventSchema(entry: entry)
            files.append((path: "schemas/\(schema.fileName)", text: try schema.document().json))
        }
        return files
    }

    private static let header = "# Written by `careline events --write` from Shared/CareModels/Events; change those, not this.\n"

    func write() throws -> [String] {
        let schemas = directory.appendingPathComponent("schemas")
        try FileManager.default.createDirectory(at: schemas, withIntermediateDirectories: true)
        let files = try Self.generated()
        for file in files {
            try Data(file.text.utf8).write(to: directory.appendingPathComponent(file.path), options: .atomic)
        }
        return files.map(\.path)
    }

    /// Throws `Drift` unless each file is what the catalog gives, and no schema is left of an event that is gone.
    func check() throws {
        let files = try Self.generated()
        var lines: [String] = []
        for file in files {
            let path = directory.appendingPathComponent(file.path)
            guard let written = try? String(contentsOf: path, encoding: .utf8) else {
                lines.append("\(file.path): missing")
                continue
            }
            if written != file.text { lines.append("\(file.path): differs, first at line \(Self.firstDifference(written, file.text))") }
        }
        let known = Set(files.map(\.path))
        let present = try FileManager.default.contentsOfDirectory(atPath: directory.appendingPathComponent("schemas").path)
        for name in present.sorted() where !known.contains("schemas/" + name) {
            lines.append("schemas/\(name): no event in the catalog has this type; events already published keep theirs for ever")
        }
        if !lines.isEmpty { throw Drift(lines: lines) }
    }

    private static func firstDifference(_ left: String, _ right: String) -> Int {
        let pairs = zip(left.split(separator: "\n", omittingEmptySubsequences: false), right.split(separator: "\n", omittingEmptySubsequences: false))
        var line = 1
        for (one, other) in pairs {
            if one != other { return line }
            line += 1
        }
        return line
    }
}
