import Foundation
import Outbox
import Sealing
import Testing

@testable import Careline

@Suite struct MasterKeyFileTests {
    private static let first = Data(repeating: 1, count: 32).base64EncodedString()

    /// A file as `make up` and `deploy/secrets` make it.
    private static func withFile(mode: Int = 0o600, _ body: (MasterKeyFile) async throws -> Void) async throws {
        try await withScratch { directory in
            let path = directory + "/master.key"
            _ = FileManager.default.createFile(atPath: path, contents: Data((first + "\n").utf8), attributes: [.posixPermissions: mode])
            try await body(MasterKeyFile(path: path))
        }
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [0o600, 0o444]) func aNewKeyIsAddedAndTheFileStaysAsOpenAsItWas(mode: Int) async throws {
        try await Self.withFile(mode: mode) { file in
            let new = MasterKey.random(from: Date(timeIntervalSince1970: 1_800_000_000))
            try file.change { $0.adding(new) }
            let first = try #require(MasterKeyList(Self.first)).keys[0]
            #expect(try file.read().keys.map(\.id) == [first.id, new.id])
            #expect(try Self.mode(file.path) == mode)
            let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["master.key"])
        }
    }

    @Test func aChangeThatIsRefusedLeavesItAlone() async throws {
        try await Self.withFile { file in
            let before = try String(contentsOfFile: file.path, encoding: .utf8)
            #expect(throws: Failure.self) { try file.change { _ in throw Failure("no") } }
            try file.change { _ in nil }
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before)
            try file.change { keys in
                // A second command at the same time.
                #expect(throws: Failure.self) { try file.change { $0 } }
                return nil
            }
        }
    }

    @Test func aFaultyFileIsNamedAndNotShown() async throws {
        try await Self.withFile { file in
            try (Self.first + " yesterday").write(toFile: file.path, atomically: true, encoding: .utf8)
            let thrown = await failure(of: Failure.self) { _ = try file.read() }
            let text = try #require(thrown).description
            #expect(text.contains(file.path) && !text.contains(Self.first))
        }
    }

    @Test func whoHasNoneIsToldWhatMakesOne() async throws {
        try await withScratch { directory in
            let file = MasterKeyFile(path: directory + "/none.key")
            let text = try #require(await failure(of: Failure.self) { _ = try file.read() }).description
            #expect(text.contains(file.path + " is not there.") && text.contains("openssl rand -base64 32 > FILE") && text.contains("careline up"))
        }
    }

    @Test func aKeyGoesOnlyWhenNothingNeedsIt() throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let keys = try #require(MasterKeyList(Self.first)).adding(.random(from: start)).adding(.random(from: start + 1000))
        let ids = keys.keys.map(\.id)
        func check(_ id: String, _ rows: [SealedRows] = [], at seconds: TimeInterval) throws(KeyRetirement.Refusal) {
            let parts = rows.map { SealedData.Part(service: "records", rows: $0) }
            try KeyRetirement.check(id, of: keys, sealed: parts, now: start + seconds)
        }
        func rows(_ id: String?, _ count: Int) -> SealedRows { SealedRows(table: "person_keys", masterKey: id, count: count) }
        #expect(throws: KeyRetirement.Refusal.unknown) { try check("another", at: 100) }
        #expect(throws: KeyRetirement.Refusal.needed) { try check(ids[0], at: -1) }
        #expect(throws: KeyRetirement.Refusal.needed) { try check(ids[1], at: 100) }
        #expect(throws: KeyRetirement.Refusal.needed) { try check(ids[2], at: 100) }
        #expect(throws: KeyRetirement.Refusal.tooEarly(until: start + 30)) { try check(ids[0], at: 29) }
        #expect(throws: KeyRetirement.Refusal.sealing(rows: 5)) { try check(ids[0], [rows(ids[0], 3), rows(nil, 2), rows(ids[1], 9)], at: 30) }
        #expect(throws: Never.self) { try check(ids[0], [rows(ids[1], 9)], at: 30) }
    }

    /// Scheduling seals too: who restarts those that are named restarts all.
    @Test func whoGotANewKeyIsNamed() {
        #expect(RotateKey.advice(for: ["auth", "scheduling"]).contains("Compose: restart auth, scheduling), must get the new one"))
    }
}
