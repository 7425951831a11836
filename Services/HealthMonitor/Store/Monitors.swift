import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A person as this service knows them: their settings, and what the rule remembers.
struct Monitor: Sendable {
    let personId: UserID
    let key: PersonKey
    /// That of the account.
    var accountTimeZone: String?
    var settings: MonitorSettings
    /// Of the settings, for ETag; 0 until they were changed.
    var settingsVersion: Int
    var heartRatesVersion: Int
    var state: MonitorState

    /// The person's choice, else the account's, else UTC; also for one that this machine does not know any more.
    var timeZone: Zone { [settings.timeZone, accountTimeZone].compactMap { $0 }.lazy.compactMap(Zone.init).first ?? .utc }

    fileprivate static let columns = "time_zone, settings_version, heart_rates_version, sealed_settings, sealed_state"

    fileprivate init(_ row: Row, of person: UserID, key: PersonKey) throws {
        personId = person
        self.key = key
        accountTimeZone = try row["time_zone"]
        settingsVersion = try row["settings_version"]
        heartRatesVersion = try row["heart_rates_version"]
        let sealedSettings: [UInt8]? = try row["sealed_settings"]
        let sealedState: [UInt8]? = try row["sealed_state"]
        // What was sealed before the person chose anything are the defaults of a release before.
        let chosen = settingsVersion == 0 ? nil : sealedSettings
        settings = try chosen.map { try key.open(json: $0, at: Self.settingsPlace(person)) } ?? MonitorSettings()
        state = try sealedState.map { try key.open(json: $0, at: Self.statePlace(person)) } ?? MonitorState()
    }

    fileprivate static func settingsPlace(_ person: UserID) -> String { "monitors.settings \(person)" }
    fileprivate static func statePlace(_ person: UserID) -> String { "monitors.state \(person)" }

    /// The settings as their next version.
    mutating func change(to settings: MonitorSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        settingsVersion += 1
    }
}

extension PeopleTable {
    static let monitors = PeopleTable(
        "monitors", id: "person_id", version: "person_version", alsoErased: ["sealed_settings", "sealed_state"],
        [Column("time_zone") { "\($0.timeZone)::text" }])
}

extension Transaction {
    /// The person's monitor, locked: what follows is one at a time for each person. Someone whose event has not come yet is let
    /// in: the token, or the observation, says who they are. Throws `PersonErased`.
    func lockMonitor(of person: UserID, _ keys: PersonKeys) async throws -> Monitor {
        var row = try await lockedRow(of: person)
        if row == nil {
            try await execute("INSERT INTO monitors (person_id) VALUES (\(person)) ON CONFLICT DO NOTHING")
            row = try await lockedRow(of: person)
        }
        guard let row, try row["is_erased"] == false else { throw PersonErased() }
        return try Monitor(row, of: person, key: try await keys.forWriting(person, self))
    }

    private func lockedRow(of person: UserID) async throws -> Row? {
        try await first(
            """
            SELECT \(unescaped: Monitor.columns), erased_at IS NOT NULL AS is_erased FROM monitors
            WHERE person_id = \(person) FOR NO KEY UPDATE
            """)
    }

    func save(_ monitor: Monitor) async throws { try await execute(try monitor.update) }
}

extension Monitor {
    var update: SQL {
        get throws {
            """
            UPDATE monitors SET settings_version = \(settingsVersion), heart_rates_version = \(heartRatesVersion),
                sealed_settings = \(try key.seal(json: settings, at: Self.settingsPlace(personId))),
                sealed_state = \(try key.seal(json: state, at: Self.statePlace(personId)))
            WHERE person_id = \(personId)
            """
        }
    }
}

extension PostgresReader {
    /// The person's monitor as it is; nil when nothing was ever stored of them. Throws `PersonErased`.
    func monitor(of person: UserID, _ keys: PersonKeys) async throws -> Monitor? {
        let row = try await first(
            """
            SELECT \(unescaped: Monitor.columns), erased_at IS NOT NULL AS is_erased FROM monitors WHERE person_id = \(person)
            """)
        guard let row else { return nil }
        guard try row["is_erased"] == false else { throw PersonErased() }
        guard let key = try await keys.forReading(person, self) else { return nil }
        return try Monitor(row, of: person, key: key)
    }

    /// Of a person of whom nothing sealed is stored.
    func accountTimeZone(of person: UserID) async throws -> Zone {
        let name: String? = try await first("SELECT time_zone FROM monitors WHERE person_id = \(person)")?["time_zone"]
        return name.map(Zone.stored) ?? .utc
    }
}
