import CareModels
import Foundation

@testable import AuthService
@testable import ERDirectoryService
@testable import HTTP
@testable import HealthMonitorService
@testable import JSON
@testable import MessagingService
@testable import SchedulingService
@testable import WebhooksService

extension FuzzTarget {
    /// The bodies of the services' routes, decoded as a route does, then handed to the rules: whatever numbers, dates and names they hold.
    static let bodies = FuzzTarget("bodies", longest: 2048) { input in
        var choices = Choices(input)
        let body = bodyChecks[choices.number(below: bodyChecks.count)]
        body(choices.bytes)
    }

    private static let passwords = PasswordPolicy(commonList: [])
    private static let now = Date(timeIntervalSince1970: 1_772_980_200)

    private static func decode<Body: Decodable>(_ type: Body.Type, _ bytes: [UInt8]) -> Body? {
        guard let body = refusal({ try JSONBody.decode(type, from: bytes) }) else { return nil }
        expect((try? CareJSON.decode(type, from: bytes, limits: .body)) != nil, "strictly it is one, and otherwise not")
        return body
    }

    private static let bodyChecks: [@Sendable ([UInt8]) -> Void] = [
        availability, slot, heartRates, monitor, emergencyRoom, schedule, message, registration, stream, subscription, resubscription
    ]

    @Sendable private static func availability(_ bytes: [UInt8]) {
        guard let draft = decode(AvailabilityDraft.self, bytes) else { return }
        for mode in [AvailabilityRule.Mode.add, .change] {
            guard let calendar = try? AvailabilityRule.apply(draft, to: ProviderCalendar(timeZone: "UTC"), mode, now: now.epochSeconds) else { continue }
            let start = now.epochSeconds
            let range = SchedulingService.Interval(start: start, end: start + 7 * LocalDate.secondsPerDay)
            let zone = unwrap(Zone(calendar.timeZone), "\(calendar.timeZone) is no zone")
            let offsets = UTCOffsets(zone: zone, from: range.start - FreeSlots.margin, to: range.end + FreeSlots.margin)
            let slots = FreeSlots.starts(of: calendar, offsets: offsets, taken: [], in: range, now: start)
            for slot in slots.prefix(3) {
                expect(range.start <= slot && slot < range.end, "a slot that was not asked for")
                let wish = SchedulingService.Interval(start: slot, end: slot + calendar.settings.slotMinutes * 60)
                let refusal = Result { try Booking.check(wish, in: calendar, offsets: offsets, now: start, by: .patient) }
                if case .failure(let error) = refusal { fatalError("a slot that is shown cannot be booked: \(error)") }
            }
        }
    }

    private struct Slot: Decodable {
        var startTime: Date?
        var endTime: Date?
    }

    @Sendable private static func slot(_ bytes: [UInt8]) {
        guard let body = decode(Slot.self, bytes) else { return }
        var checks = Checks()
        guard let slot = try? SlotBody.slot(body.startTime, body.endTime, &checks) else { return }
        expect(slot.start < slot.end && slot.start >= 0, "a slot of \(slot)")
        _ = SchedulingService.Interval.merged([slot, slot]).count
    }

    private struct HeartRates: Decodable { var items: [HeartRateItem] }

    @Sendable private static func heartRates(_ bytes: [UInt8]) {
        guard let items = decode(HeartRates.self, bytes)?.items else { return }
        let checked = unwrap(try? HeartRateBatch.checked(items.map(\.item), now: now), "cancelled")
        let outcomes = HeartRateBatch.sort(checked, known: [:], counts: [:])
        expect(outcomes.count == items.count, "\(outcomes.count) outcomes of \(items.count) items")
        let taken = outcomes.compactMap(\.heartRate)
        expect(taken.allSatisfy { HeartRate.range.contains($0.bpm) }, "a heart rate of no person")
        for zone in ["UTC", "Pacific/Apia"] {
            let zone = unwrap(Zone(zone), zone)
            let week = DailyAverages.week(of: taken, endingOn: LocalTime(now, in: zone).date, in: zone)
            expect(week.count == DailyAverages.days, "a week of \(week.count) days")
        }
        guard let heartRate = taken.first else { return }
        let facts = AlertRule.Facts(heartRate: heartRate, judged: taken.last, lastAlertAt: taken.last?.at, settings: MonitorSettings(), zone: .utc, now: now)
        expect(AlertRule.judge(facts).count == AlertRule.Condition.allCases.count, "a condition that was not looked at")
    }

    @Sendable private static func monitor(_ bytes: [UInt8]) {
        guard let change = decode(SettingsChange.self, bytes), let settings = try? change.settings() else { return }
        expect(settings.windowStart < settings.windowEnd, "a window that never opens")
        expect((settings.raisedAfterYes().boundary ?? 0) <= MonitorSettings.highestBoundary, "raised too high")
        expect((try? CareJSON.decode(MonitorSettings.self, from: CareJSON.encode(settings))) == settings, "stored they are others")
    }

    @Sendable private static func emergencyRoom(_ bytes: [UInt8]) {
        guard let draft = decode(ERDraft.self, bytes), let details = try? ERRule.create(draft) else { return }
        func isMade(_ text: String?, _ bytes: ClosedRange<UInt8>) -> Bool { (text ?? "").utf8.allSatisfy(bytes.contains) }
        expect(isMade(details.country, 0x41...0x5A), "a country \(details.country ?? "")")
        expect(isMade(details.countyCode, 0x30...0x39), "a county \(details.countyCode ?? "")")
        expect(abs(details.latitude) <= 90 && abs(details.longitude) <= 180, "nowhere")
        expect(details.position.point.allSatisfy { abs($0) <= Position.radiusKm }, "not on this sphere")
        expect(Zone(details.timeZone) != nil, "\(details.timeZone) is no zone")
        expect((try? ERRule.create(draft)) == details, "made again it is another")
    }

    @Sendable private static func schedule(_ bytes: [UInt8]) {
        guard let draft = decode(ScheduleRange.Draft.self, bytes) else { return }
        let today = LocalTime(now, in: .utc).date
        if let dates = try? ScheduleRange.dates(draft, today: today) { expect(dates.count <= ScheduleRange.mostDays, "\(dates.count) dates") }
        guard let hours = try? OpeningHours(draft.hours) else { return }
        expect(OpeningHours(columns: hours.columns) == hours, "stored they are others")
        let reach = ScheduleReach(hours, on: today, in: "Australia/Lord_Howe")
        if let reach { expect(reach.opensAt < reach.closesAt, "closed before it opens") }
    }

    @Sendable private static func message(_ bytes: [UInt8]) {
        guard let body = decode(MessageBody.self, bytes) else { return }
        var checks = Checks()
        guard let message = body.checked(&checks), checks.faults.isEmpty else { return }
        expect(message.content.kinds == [message.kind], "more than one kind")
        expect((try? CareJSON.decode(MessageContent.self, from: CareJSON.encode(message.content))) == message.content, "stored it is another")
        let preview = Preview.line(message.content).description.unicodeScalars.count
        expect(preview <= Preview.most, "a preview of \(preview) characters")
    }

    @Sendable private static func registration(_ bytes: [UInt8]) {
        guard let form = decode(Registration.Form.self, bytes) else { return }
        guard let registration = try? Registration.check(form, policy: passwords) else { return }
        expect(Username.isValid(registration.username), "a name \(registration.username)")
        expect(registration.username.utf8.allSatisfy { $0 < 0x80 }, "a name \(registration.username)")
        if let zone = registration.timeZone { expect(Zone(zone) != nil, "\(zone) is no zone") }
    }

    @Sendable private static func stream(_ bytes: [UInt8]) {
        guard let command = decode(StreamCommand.self, bytes) else { return }
        let epoch = UUID()
        for (sequence, forgotten) in [(0, 0), (5000, 4000), (Int.max, 0)] {
            let resume = Resume(since: command.since, epoch: command.epoch, current: epoch, sequence: sequence, forgotten: forgotten)
            if case .replay(let after) = resume { expect(after >= 0 && after <= sequence, "replayed after \(after) of \(sequence)") }
        }
    }

    private struct Subscription: Decodable {
        var url: String?
        var types: [String]?
        var description: String?
    }

    @Sendable private static func subscription(_ bytes: [UInt8]) {
        let internet = Reach(networks: [])
        guard let body = decode(Subscription.self, bytes),
            let draft = try? WebhookDraft(url: body.url, types: body.types, description: body.description, within: internet)
        else { return }
        expect(!draft.types.isEmpty && draft.types.allSatisfy(WebhookEvents.types.contains), "types \(draft.types)")
        expect(Set(draft.types).count == draft.types.count, "a type twice")
        let again = try? WebhookDraft(url: draft.url, types: draft.types, description: draft.description, within: internet)
        expect(again == draft, "made again it is another")
    }

    private struct Resubscription: Decodable {
        var url: Patched<String>
        var types: Patched<[String]>
        var description: Patched<String>
        var status: Patched<String>
        var state: Patched<String>
    }

    @Sendable private static func resubscription(_ bytes: [UInt8]) {
        guard let body = decode(Resubscription.self, bytes),
            let change = try? WebhookChange(
                url: body.url, types: body.types, description: body.description, status: body.status, state: body.state, within: Reach(networks: []))
        else { return }
        let webhook = Webhook(
            id: WebhookID(UUID()), clientID: "fuzz", version: 1, url: "https://hooks.example.org", types: ["care.appointments.booked.v1"], state: .disabled,
            reason: .failing, createdAt: now, updatedAt: now)
        let changed = change.applied(to: webhook, now: now)
        expect(changed == webhook || changed.version == 2, "version \(changed.version)")
        expect((changed.state == .disabled) == (changed.reason != nil), "\(changed.state) for a reason")
        expect(change.state == nil || changed.state != .disabled, "disabled by its client")
        expect(change.applied(to: changed, now: now) == changed, "said again it changes something")
    }
}
