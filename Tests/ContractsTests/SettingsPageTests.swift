import CareService
import Foundation
import Testing

@testable import AuthService
@testable import Careline
@testable import ERDirectoryService
@testable import FrontDoorService
@testable import HealthMonitorService
@testable import MessagingService
@testable import RecordsService
@testable import SchedulingService
@testable import WebhooksService

/// docs/operators.md lists the settings that the services really read, with their real defaults.
@Suite struct SettingsPageTests {
    private struct Line: Equatable {
        var standard: String
        var isSecret: Bool
    }

    /// The page's rows `| CARE_NAME | default | … |`; a secret's name ends in a key.
    private static func page() throws -> [String: Line] {
        let text = try sources(["docs/operators.md"])
        var lines: [String: Line] = [:]
        for row in text.split(separator: "\n") where row.hasPrefix("| `CARE_") {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            let name = try #require(cells[1].split(separator: "`").first.map(String.init))
            #expect(lines[name] == nil, "\(name) is listed twice")
            lines[name] = Line(standard: cells[2].replacingOccurrences(of: "`", with: ""), isSecret: cells[1].hasSuffix("🔑"))
        }
        return lines
    }

    /// What the services ask for when nothing is set.
    private static func read() -> [Environment.Setting] { PlatformService.all.flatMap(read) + readByTheFrontDoor() }

    private static func readByTheFrontDoor() -> [Environment.Setting] {
        var environment = Environment([:])
        _ = ServingConfiguration(name: "front-door", &environment)
        _ = FrontDoorSettings(&environment)
        return environment.settings
    }

    private static func read(by service: PlatformService) -> [Environment.Setting] {
        var environment = Environment([:])
        let configuration = ServiceConfiguration(name: service.name, &environment)
        switch service.name {
        case "auth": _ = AuthSettings(configuration, &environment)
        case "scheduling": _ = SchedulingSettings(&environment)
        case "health": _ = HealthMonitorSettings(&environment)
        case "messaging": _ = MessagingSettings(&environment)
        case "ers": _ = ERDirectorySettings(&environment)
        case "webhooks": _ = WebhooksSettings(&environment)
        default: _ = RecordsSettings(&environment)
        }
        return environment.settings
    }

    /// `careline up` hands on what a service reads, and of the rest nothing.
    @Test func everySettingThatIsReadIsHandedOn() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var shell: [String: String] = [:]
        for setting in Self.read() { shell[setting.isSecret ? setting.name + "_FILE" : setting.name] = "set" }
        // One for each service, as its database.
        for service in PlatformService.all { shell[service.standbySetting + "_FILE"] = "standbys of \(service.name)" }
        let settings = try ServiceEnvironment(
            layout: Layout(checkout: Self.checkout.path, state: directory), broker: .embedded, inherited: shell, databases: [:], databaseFiles: [:])
        for service in PlatformService.all {
            let environment = settings.environment(of: service)
            let read = Set(Self.read(by: service).map { $0.isSecret ? $0.name + "_FILE" : $0.name }).subtracting(["CARE_DATABASE_URL_FILE"])
            #expect(read.count > 20)
            #expect(environment["CARE_DATABASE_READ_URL_FILE"] == "standbys of \(service.name)")
            let missing = read.filter { environment[$0] == nil }
            #expect(missing.isEmpty, "\(service.name) reads \(missing.sorted())")
            let needless = environment.keys.filter { !read.contains($0) && $0 != "CARE_MASTER_KEY_FILE" && $0 != Self.ofSwift }
            #expect(needless.isEmpty, "\(service.name) does not read \(needless.sorted())")
        }
        let environment = settings.environmentOfFrontDoor(replica: 0, isDemo: true)
        let read = Set(Self.readByTheFrontDoor().map { $0.isSecret ? $0.name + "_FILE" : $0.name })
        #expect(Set(environment.keys).subtracting([Self.ofSwift]) == read)
    }

    /// Its runtime reads it, whatever the service.
    private static let ofSwift = "SWIFT_BACKTRACE"

    /// Defaults that are another setting's, or this machine's.
    private static let derived: Set<String> = [
        "CARE_BODY_MEMORY_MIB", "CARE_JWKS_URL", "CARE_EVENT_KEYS_URL", "CARE_KAFKA_EMBEDDED", "CARE_PASSWORD_THREADS", "CARE_PASSWORD_QUEUE",
        "CARE_RECORDS_SEARCH_CACHE"
    ]

    @Test func everySettingThatIsReadIsListedWithItsDefault() throws {
        let page = try Self.page()
        let read = Self.read()
        #expect(read.count > 40)
        for setting in read {
            let line = try #require(page[setting.name], "\(setting.name) is not in docs/operators.md")
            #expect(line.isSecret == setting.isSecret, "\(setting.name): the page marks secrets with 🔑")
            if Self.derived.contains(setting.name) { continue }
            let standard = setting.standard.map { $0.isEmpty ? "–" : $0 } ?? "required"
            #expect(line.standard == standard, "\(setting.name): the page says \(line.standard), the code \(standard)")
        }
    }

    @Test func everySettingThatIsListedIsRead() throws {
        let sources = try Self.sources(["deploy/gateway/haproxy.cfg", "deploy/tls/haproxy.cfg", "deploy/dev/test", "deploy/dev/style", "deploy/dev/local/kafka"])
        let read = Set(Self.read().map(\.name)).union(PlatformService.all.flatMap { [$0.databaseSetting, $0.standbySetting, $0.masterKeySetting] })
        for name in try Self.page().keys where !read.contains(name) {
            let isUsed = sources.contains(name)
            #expect(isUsed, "\(name) is in docs/operators.md and nothing reads it")
        }
    }

    @Test(arguments: [("deploy/gateway/haproxy.cfg", 30), ("deploy/tls/haproxy.cfg", 6)])
    func everySettingOfTheGatewayAndOfTLSIsListed(file: String, least: Int) throws {
        let page = try Self.page()
        let names = try Self.sources([file]).matches(of: /[({]CARE_[A-Z0-9_]+[A-Z0-9]/).map { String($0.output.dropFirst()) }
        #expect(Set(names).count >= least)
        // Of each service the first server stands for the others.
        for name in Set(names) where !name.hasSuffix("_2") && !name.hasSuffix("_3") && !name.hasSuffix("_4") {
            #expect(page[name] != nil, "\(name) of \(file) is not in docs/operators.md")
        }
    }

    @Test func everySettingOfTheCommandsIsListed() throws {
        let page = try Self.page()
        for setting in PlatformService.all.flatMap({ [$0.databaseSetting, $0.standbySetting, $0.masterKeySetting] }) {
            #expect(page[setting] != nil, "\(setting) is not in docs/operators.md")
        }
    }

    private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of these files.
    private static func sources(_ paths: [String]) throws -> String {
        try paths.map { try String(contentsOf: checkout.appendingPathComponent($0), encoding: .utf8) }.joined()
    }
}
