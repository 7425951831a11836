import Foundation
import Sealing
import Testing

@testable import CareService

struct EnvironmentTests {
    @Test func tellsAllFaultsAtOnceAndNoValue() {
        var environment = Environment([
            "PORT": "hunter2", "WAIT": "5 hunter2", "FLAG": "hunter2", "KEY": "hunter2", "KEY_FILE": "/nowhere", "MISSING_FILE": "/nowhere/hunter2"
        ])
        _ = environment.string("URL")
        _ = environment.int("PORT", default: 1, in: 1...65535)
        _ = environment.duration("WAIT", default: .seconds(1))
        _ = environment.bool("FLAG", default: false)
        _ = environment.secret("KEY")
        _ = environment.secret("MISSING")
        _ = environment.secret("PASSWORD")
        environment.fail("OTHER", "must be better")
        var found: ConfigurationError?
        do { try environment.done() } catch { found = error as? ConfigurationError }
        let text = found.map { String(describing: $0) } ?? ""
        #expect(
            found?.faults.map(\.name) == ["URL", "PORT", "WAIT", "FLAG", "KEY", "MISSING_FILE", "PASSWORD", "OTHER"])
        #expect(text.contains("PORT must be a whole number from 1 to 65535"))
        #expect(!text.contains("hunter2"))
    }

    @Test func whoHasNoMasterKeyIsToldWhatMakesOne() throws {
        var environment = Environment([:])
        _ = MasterKeys(&environment)
        var found: ConfigurationError?
        do { try environment.done() } catch { found = error as? ConfigurationError }
        let message = "is required; set it or CARE_MASTER_KEY_FILE (a new one: (umask 077; openssl rand -base64 32 > FILE))"
        #expect(found?.faults == [.init(name: "CARE_MASTER_KEY", message: message)])
    }

    @Test func readsValues() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("secret-\(UUID())")
        try Data("from the file\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var environment = Environment(["URL": "x", "PORT": "80", "WAIT": "250ms", "FLAG": "true", "KEY_FILE": file.path, "EMPTY": ""])
        let url = environment.string("URL")
        let empty = environment.string("EMPTY", default: "y")
        let port = environment.int("PORT", default: 1, in: 1...65535)
        let wait = environment.duration("WAIT", default: .seconds(1))
        let flag = environment.bool("FLAG", default: false)
        let key = environment.secret("KEY")
        let other = environment.secret("OTHER", default: "d")
        #expect((url, empty, key, other) == ("x", "y", "from the file", "d"))
        #expect((port, wait, flag) == (80, .milliseconds(250), true))
        #expect(environment.optional("EMPTY") == nil)
        try environment.done()
    }

    @Test(arguments: [("0s", 0), ("10s", 10), ("5m", 300), ("24h", 86400), ("30d", 2_592_000)]) func readsDurations(_ text: String, _ seconds: Int) {
        #expect(DurationSetting.parse(text) == .seconds(seconds))
    }

    @Test(arguments: ["", "s", "10", "-1s", "1.5s", "10 s", "10S", "1w", "99999999999999999999s", "999999999999d", "٣s"]) func refusesDurations(_ text: String) {
        #expect(DurationSetting.parse(text) == nil)
    }

    @Test func aRatioIsAPartOfTheWhole() throws {
        var environment = Environment(["SOME": "0.05", "ALL": "1", "MORE": "1.1", "LESS": "-0.1", "WORD": "half", "NONE": "nan"])
        #expect(environment.ratio("SOME", default: 1) == 0.05 && environment.ratio("ALL", default: 0) == 1 && environment.ratio("ABSENT", default: 0.5) == 0.5)
        for name in ["MORE", "LESS", "WORD", "NONE"] { _ = environment.ratio(name, default: 1) }
        #expect(
            throws: ConfigurationError(
                faults: ["MORE", "LESS", "WORD", "NONE"].map {
                    .init(name: $0, message: "must be a number from 0 to 1, such as 0.05")
                })
        ) { try environment.done() }
    }

    @Test func offsetsMayHaveASign() {
        var environment = Environment(["AHEAD": "2h", "PLUS": "+90m", "BEHIND": "-10m", "TWICE": "--10m", "WORD": "soon"])
        #expect(environment.offset("AHEAD") == .seconds(7200))
        #expect(environment.offset("PLUS") == .seconds(5400))
        #expect(environment.offset("BEHIND") == .seconds(-600))
        #expect(environment.offset("ABSENT") == .zero)
        #expect(environment.offset("TWICE") == .zero && environment.offset("WORD") == .zero)
        #expect(
            throws: ConfigurationError(
                faults: ["TWICE", "WORD"].map {
                    .init(name: $0, message: "must be a duration with or without a sign, such as 2h or -10m")
                })
        ) { try environment.done() }
    }
}
