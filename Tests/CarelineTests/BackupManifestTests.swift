import Foundation
import Testing

@testable import Careline

@Suite struct BackupManifestTests {
    /// A directory as a backup leaves it.
    private static func withBackup(_ body: (_ directory: String, BackupManifest) throws -> Void) async throws {
        try await withScratch { directory in
            for (name, text) in [("care_auth.dump", "dumped"), ("roles.sql", "-- roles")] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
            }
            let dump = try #require(BackupManifest.File("care_auth.dump", in: directory))
            let auth = BackupManifest.Database(
                service: "auth", database: "care_auth", role: "care_auth", dump: dump, server: 170_005, migrations: ["v001_auth"], rows: ["users": 3],
                masterKeys: ["new", "old"])
            var records = auth
            records.masterKeys = ["old", "another"]
            let manifest = BackupManifest(
                careline: "1.0.0", takenAt: "2026-03-08T14:30:00.000Z", databases: [auth, records],
                roles: try #require(BackupManifest.File("roles.sql", in: directory)))
            try manifest.write(to: directory)
            try body(directory, manifest)
        }
    }

    @Test func isReadAsItWasWritten() async throws {
        try await Self.withBackup { directory, manifest in
            let again = try BackupManifest.read(from: directory)
            #expect(again == manifest)
            #expect(manifest.masterKeys == ["another", "new", "old"])
            #expect(manifest.faults(in: directory) == [])
            // sha256sum's own words.
            #expect(manifest.databases[0].dump.sha256 == "31c4c1c4bd0e7d6376b0648925a30859cd8c281ef7a6d89b79b9a38ddac77e02")
        }
    }

    @Test func everyFaultIsNamed() async throws {
        try await Self.withBackup { directory, manifest in
            try Data("Dumped".utf8).write(to: URL(fileURLWithPath: directory + "/care_auth.dump"))
            try Data("-- roles, longer".utf8).write(to: URL(fileURLWithPath: directory + "/roles.sql"))
            let faults = manifest.faults(in: directory)
            #expect(faults == Array(repeating: "care_auth.dump was changed: its SHA-256 is another", count: 2) + ["roles.sql has 16 bytes, it had 8"])
            try FileManager.default.removeItem(atPath: directory + "/roles.sql")
            #expect(manifest.faults(in: directory).last == "roles.sql is not there")
        }
    }

    /// A manifest that somebody changed must not lead out of its directory.
    @Test func aFileElsewhereIsNone() async throws {
        try await Self.withBackup { directory, manifest in
            var other = manifest
            other.roles.name = "../\(URL(fileURLWithPath: directory).lastPathComponent)/roles.sql"
            #expect(other.faults(in: directory) == ["\(other.roles.name) is not there"])
            // Nor by a link: that to /dev/zero has no end.
            for place in ["\(directory)/care_auth.dump", "/dev/zero"] {
                try FileManager.default.removeItem(atPath: directory + "/roles.sql")
                try FileManager.default.createSymbolicLink(atPath: directory + "/roles.sql", withDestinationPath: place)
                #expect(manifest.faults(in: directory) == ["roles.sql is not there"])
            }
        }
    }

    /// What a stranger's manifest says is shown to the operator, and the instant stands in a command that they are to enter.
    @Test func whatATerminalObeysIsRefused() async throws {
        try await Self.withBackup { directory, manifest in
            let changes: [(inout BackupManifest) -> Void] = [
                { $0.careline = "1.0.0\u{1B}[2J" }, { $0.databases[1].dump.name = "care\nauth.dump" }, { $0.databases[0].masterKeys = ["\u{202E}old"] },
                { $0.databases[0].rows["\u{9B}31m"] = 1 }, { $0.takenAt = "now; rm -rf ~" }, { $0.takenAt = "" }
            ]
            for change in changes {
                var other = manifest
                change(&other)
                try other.write(to: directory)
                #expect(throws: Failure.self) { try BackupManifest.read(from: directory) }
            }
        }
    }

    @Test(arguments: ["", "{}", #"{"format": 2}"#, #"{"format": 1}"#]) func whatIsNoManifestIsRefused(_ text: String) async throws {
        try await withScratch { directory in
            #expect(throws: Failure.self) { try BackupManifest.read(from: directory) }
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/manifest.json"))
            #expect(throws: Failure.self) { try BackupManifest.read(from: directory) }
        }
    }
}
