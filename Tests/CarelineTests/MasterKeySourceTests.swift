import Foundation
import Sealing
import Testing

@testable import Careline

/// Whose master keys are where, on a machine's own platform.
@Suite struct MasterKeySourceTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let shared = Data(repeating: 1, count: 32).base64EncodedString()

    private static func settings(in state: String, _ inherited: [String: String] = [:]) throws -> ServiceEnvironment {
        let layout = Layout(checkout: checkout, state: state)
        try layout.createDirectories()
        return try ServiceEnvironment(layout: layout, broker: .embedded, inherited: inherited, databases: [:], databaseFiles: [:])
    }

    @Test func eachServiceHasAKeyThatNoOtherHas() async throws {
        try await withScratch { state in
            let settings = try Self.settings(in: state)
            var ids: Set<String> = []
            for service in PlatformService.all {
                let path = try #require(settings.environment(of: service)["CARE_MASTER_KEY_FILE"])
                let keys = try MasterKeyFile(path: path).read().keys
                #expect(keys.count == 1 && keys[0].from == nil)
                ids.insert(keys[0].id)
                #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
                // Another start changes none.
                let again = try Self.settings(in: state).environment(of: service)["CARE_MASTER_KEY_FILE"]
                #expect(try again == path && MasterKeyFile(path: path).read().keys.map(\.id) == keys.map(\.id))
            }
            #expect(ids.count == PlatformService.all.count)
            #expect(try FileManager.default.contentsOfDirectory(atPath: state + "/secrets/master-keys").count == ids.count)
        }
    }

    /// What the shared key has sealed opens, it seals on for as long as the release before may come back, and then each has its own.
    @Test func keysThatWereSharedComeFirst() async throws {
        try await withScratch { state in
            let layout = Layout(checkout: checkout, state: state)
            try layout.createDirectories()
            try (Self.shared + "\n").write(toFile: layout.sharedMasterKey, atomically: true, encoding: .utf8)
            let old = try #require(MasterKeyList(Self.shared)).keys[0].id
            var own: Set<String> = []
            for service in PlatformService.all {
                try MasterKeyFile.make(for: service, layout, now: Self.now)
                let keys = try MasterKeyFile(path: layout.masterKey(of: service)).read()
                #expect(keys.keys.count == 2)
                #expect(keys.current(at: Self.now + MasterKeyFile.sharedSealsFor - 1).id == old)
                let after = keys.current(at: Self.now + MasterKeyFile.sharedSealsFor).id
                own.insert(after)
                #expect(keys.earlier(at: Self.now + MasterKeyFile.sharedSealsFor).map(\.id) == [old] && after != old)
            }
            #expect(own.count == PlatformService.all.count)
            #expect(try String(contentsOfFile: layout.sharedMasterKey, encoding: .utf8) == Self.shared + "\n")
        }
    }

    @Test func aFaultySharedFileIsNoReasonToForgetIt() async throws {
        try await withScratch { state in
            let layout = Layout(checkout: checkout, state: state)
            try layout.createDirectories()
            try "nothing".write(toFile: layout.sharedMasterKey, atomically: true, encoding: .utf8)
            #expect(throws: Failure.self) { try MasterKeyFile.make(for: .records, layout, now: Self.now) }
            #expect(!FileManager.default.fileExists(atPath: layout.masterKey(of: .records)))
        }
    }

    @Test func theOperatorsOwnWordWins() async throws {
        try await withScratch { state in
            for inherited in [["CARE_MASTER_KEY": Self.shared], ["CARE_MASTER_KEY_FILE": "/etc/careline/keys"]] {
                let settings = try Self.settings(in: state, inherited)
                for service in PlatformService.all {
                    let environment = settings.environment(of: service)
                    #expect(environment["CARE_MASTER_KEY"] == inherited["CARE_MASTER_KEY"])
                    #expect(environment["CARE_MASTER_KEY_FILE"] == inherited["CARE_MASTER_KEY_FILE"])
                }
            }
            #expect(!FileManager.default.fileExists(atPath: state + "/secrets/master-keys"))
            let named = try Self.settings(in: state, ["CARE_RECORDS_MASTER_KEY_FILE": "/etc/careline/records", "CARE_MASTER_KEY_FILE": "/etc/careline/keys"])
            #expect(named.environment(of: .records)["CARE_MASTER_KEY_FILE"] == "/etc/careline/records")
            #expect(named.environment(of: .auth)["CARE_MASTER_KEY_FILE"] == "/etc/careline/keys")
        }
    }

    /// So that a key which waits for days, as after the upgrade, does not keep anybody from having a new one now.
    @Test func aRotationTakesThePlaceOfAKeyThatWaitsForLonger() throws {
        let soon = Date().addingTimeInterval(60)
        let keys = try #require(MasterKeyList(Self.shared))
        let waiting = keys.adding(.random(from: soon + 3600))
        let rotated = try RotateKey.rotated(waiting, soon)
        #expect(rotated.keys.count == 2 && rotated.keys[0].id == keys.keys[0].id && rotated.keys[1].from == soon)
        #expect(rotated.key(waiting.keys[1].id) == nil)
        #expect(throws: Failure.self) { try RotateKey.rotated(rotated, soon + 1) }
    }
}
