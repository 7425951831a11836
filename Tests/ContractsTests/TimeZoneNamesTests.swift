import CareModels
import Foundation
import Testing

@testable import AuthService
@testable import Careline
@testable import ERDirectoryService
@testable import HealthMonitorService
@testable import SchedulingService

/// A name that one door takes, every door takes.
@Suite struct TimeZoneNamesTests {
    private struct Door: Sendable {
        var place: String
        var takes: @Sendable (String) -> Bool
    }

    private static func names(_ faults: [Fault]) -> Bool { faults.contains { $0.field == "timeZone" } }

    private static func names(_ error: any Error) -> Bool { (error as? Faults).map { names($0.all) } ?? false }

    private static func takes(_ body: () throws -> Void) -> Bool {
        do { try body() } catch { return !names(error) }
        return true
    }

    private static let doors: [Door] = [
        Door(place: "sign-up") { name in takes { _ = try Registration.check(Registration.Form(timeZone: name), policy: PasswordPolicy(commonList: [])) } },
        Door(place: "profile") { name in
            takes { _ = try Profile(languages: []).changed(by: Profile.Patch(timeZone: .set(name)), role: .patient, now: Date(epochSeconds: 0)) }
        },
        Door(place: "new organisation") { name in
            var checks = Checks()
            _ = OrganisationDetails.checked(name: "Clinic", addresses: nil, timeZone: name, &checks)
            return !names(checks.faults)
        },
        Door(place: "organisation") { name in
            takes { _ = try OrganisationDetails(name: "Clinic", addresses: [], timeZone: "UTC").changed(by: OrganisationDetails.Patch(timeZone: .set(name))) }
        },
        Door(place: "slots") { name in takes { _ = try SlotZone.checked(name) } },
        Door(place: "availability") { name in
            takes { _ = try AvailabilityRule.apply(AvailabilityDraft(timeZone: .set(name)), to: ProviderCalendar(timeZone: "UTC"), .change, now: 0) }
        },
        Door(place: "health settings") { name in takes { _ = try SettingsChange(timeZone: name).settings() } },
        Door(place: "emergency room") { name in
            takes { _ = try ERRule.create(ERDraft(name: .set("Central"), latitude: .set(49.9), longitude: .set(-97.1), timeZone: .set(name))) }
        },
        Door(place: "import") { name in
            let reader = try? CSVReader(Array("id,name,lat,lon,timezone\n1,Central,49.9,-97.1,\(name)\n".utf8))
            return reader?.records.first.flatMap { try? ERRow($0) }?.item.timeZone == name
        }
    ]

    @Test(arguments: ["America/Winnipeg", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "America/Indianapolis", "UTC", "Etc/UTC"])
    func takenEverywhere(_ name: String) {
        for door in Self.doors { #expect(door.takes(name), "\(door.place)") }
    }

    @Test(arguments: ["US/Eastern", "Etc/GMT+5", "EST", "EST5EDT", "GMT", "GMT+5", "Japan", "america/winnipeg", "Mars/Olympus"])
    func refusedEverywhere(_ name: String) {
        for door in Self.doors { #expect(!door.takes(name), "\(door.place)") }
    }

    /// Those that the laxer rules of before let in.
    @Test(arguments: [("US/Eastern", -18_000), ("Etc/GMT+5", -18_000), ("SystemV/EST5", -18_000)]) func whatIsStoredIsStillRead(_ name: String, _ offset: Int) {
        let january = Date(timeIntervalSince1970: 1_767_300_000)
        #expect(Zone(name)?.offset(at: january.epochSeconds) == offset)
        let range = Interval(start: january.epochSeconds, end: january.epochSeconds + 3600)
        #expect(UTCOffsets.around(range, in: name).local(at: january.epochSeconds) == january.epochSeconds + offset)
    }
}
