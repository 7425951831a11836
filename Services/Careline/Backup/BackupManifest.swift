import CareModels
import Foundation
import JSON

/// What a backup holds: `manifest.json` beside the dumps. Written last, so that a folder that has one is whole.
struct BackupManifest: Codable, Equatable, Sendable {
    struct File: Codable, Equatable, Sendable {
        var name: String
        var bytes: Int
        /// Hexadecimal.
        var sha256: String
    }

    struct Database: Codable, Equatable, Sendable {
        /// As `careline` names it: `auth`.
        var service: String
        var database: String
        /// Its owner.
        var role: String
        var dump: File
        /// Of the server it was taken from: 170005.
        var server: Int
        /// Those that were applied, oldest first: the version of the schema.
        var migrations: [String]
        /// By table, at the very instant of the dump.
        var rows: [String: Int]
        /// The ids of the master keys that its rows are sealed by.
        var masterKeys: [String]
    }

    static let fileName = "manifest.json"
    static let format = 1
    /// A name may lead to what has no end.
    private static let mostBytes = 16 << 20

    var format = BackupManifest.format
    var careline: String
    /// RFC 3339: when it was begun; nothing that was committed later is in it.
    var takenAt: String
    var databases: [Database]
    /// SQL that makes the roles and the databases, without passwords.
    var roles: File

    /// Without these what it holds of people cannot be read. The keys themselves are never in a backup.
    var masterKeys: [String] { Set(databases.flatMap(\.masterKeys)).sorted() }

    func write(to directory: String) throws {
        try Data((CareJSON.lines(of: self) + "\n").utf8).write(to: URL(fileURLWithPath: "\(directory)/\(Self.fileName)"))
    }

    static func read(from directory: String) throws -> BackupManifest {
        let path = "\(directory)/\(fileName)"
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw Failure("there is no \(path): \(directory) is no backup, or one that was not finished")
        }
        defer { try? file.close() }
        let data = (try? file.read(upToCount: mostBytes)) ?? Data()
        struct Head: Decodable { var format: Int }
        guard let head = try? CareJSON.decode(Head.self, from: data) else { throw Failure("\(path) is no manifest of a backup") }
        guard head.format == format else { throw Failure("\(path) has format \(head.format); this release reads format \(format)") }
        guard let manifest = try? CareJSON.decode(BackupManifest.self, from: data), RFC3339.parse(manifest.takenAt) != nil else {
            throw Failure("\(path) is not whole")
        }
        // It may have come from somebody else, and is shown, also as a command to be entered.
        guard manifest.words.allSatisfy({ Terminal.shown($0) == $0 }) else { throw Failure("\(path) is no manifest of a backup: it has words that are no names") }
        return manifest
    }

    /// All that is text in it.
    private var words: [String] {
        var words = [careline, takenAt, roles.name, roles.sha256]
        for database in databases {
            words += [database.service, database.database, database.role, database.dump.name, database.dump.sha256]
            words += database.migrations
            words += database.rows.keys
            words += database.masterKeys
        }
        return words
    }

    /// Every file that is not as it was when the backup was made, and how.
    func faults(in directory: String) -> [String] {
        (databases.map(\.dump) + [roles]).compactMap { file in
            guard !file.name.contains("/"), let found = File(file.name, in: directory) else { return "\(file.name) is not there" }
            if found.bytes != file.bytes { return "\(file.name) has \(found.bytes) bytes, it had \(file.bytes)" }
            return found.sha256 == file.sha256 ? nil : "\(file.name) was changed: its SHA-256 is another"
        }
    }
}
