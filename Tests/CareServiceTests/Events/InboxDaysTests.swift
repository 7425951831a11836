import CareModels
import Foundation
import Postgres
import Synchronization
import TestKit
import Testing

@testable import Outbox
@testable import Telemetry

/// What was taken in is remembered in a table for each day of ids, and forgotten with it.
@Suite(.timeLimit(.minutes(5))) struct InboxDaysTests {
    private static let aDay = 86_400.0
    private static let retention = 30 * aDay

    private static func rule(_ now: Date = Date()) -> InboxDays { InboxDays(now: now, retention: retention) }

    /// What the job does in a minute.
    private static func keep(_ pool: PostgresPool, at now: Date = Date()) async throws {
        var hasMore = true
        while hasMore { hasMore = try await pool.transaction { try await $0.keep(rule(now)) } }
    }

    private static func days(_ pool: PostgresPool) async throws -> Set<InboxDay> { try await pool.transaction { try await $0.inboxDays() } }

    private static func takeIn(_ id: UUID, _ pool: PostgresPool) async throws -> Bool {
        try await pool.transaction { try await $0.takeIn(EventID(id), consumer: "people") }
    }

    /// The day `ago` days ago, with its table.
    private static func made(_ ago: Double, _ pool: PostgresPool) async throws -> InboxDay {
        let day = InboxDay(holding: Date().addingTimeInterval(-ago * aDay))
        try await pool.transaction { try await $0.make(day) }
        return day
    }

    private static func table(of id: UUID, _ pool: PostgresPool) async throws -> String? {
        try await pool.withConnection { try await $0.first("SELECT tableoid::regclass::text AS name FROM inbox_days WHERE event_id = \(id)")?["name"] }
    }

    @Test(arguments: ["2026-11-29T00:00:00Z", "2026-11-29T13:14:15.999Z", "2028-02-29T23:59:59.999Z"]) func aDayHoldsItsIdsAndNoOthers(text: String) throws {
        let instant = try #require(RFC3339.parse(text))
        let day = InboxDay(holding: instant)
        #expect(day.table == "inbox_day_" + text.prefix(10).filter { $0 != "-" })
        #expect(InboxDay(table: day.table) == day)
        let before = UUID.v7(at: day.begin.addingTimeInterval(-0.001)).lowercaseText
        let (first, last) = (UUID.v7(at: day.begin).lowercaseText, UUID.v7(at: day.end.addingTimeInterval(-0.001)).lowercaseText)
        let (lowest, end) = (day.lowest.lowercaseText, day.next.lowest.lowercaseText)
        #expect(before < lowest && lowest <= first && first < last && last < end)
    }

    @Test(arguments: ["inbox_day_other", "inbox_day_2026113", "inbox_day_20261345", "inbox_day_2026-1-1", "inbox", "outbox_day_20261129"])
    func whatIsNoDaysTableIsLetAlone(table: String) { #expect(InboxDay(table: table) == nil) }

    @Test func tablesAreMadeAheadButForTheDayThatHasBegun() throws {
        let now = try #require(RFC3339.parse("2026-11-28T23:59:59Z"))
        let rule = Self.rule(now)
        var days: Set<InboxDay> = [InboxDay(holding: now.addingTimeInterval(-3 * Self.aDay))]
        #expect(rule.end(days) == RFC3339.parse("2026-11-29T00:00:00Z"))
        while let missing = rule.missing(days) {
            #expect(days.insert(missing).inserted)
            #expect(missing.begin > now)
        }
        #expect(days.count == 1 + InboxDays.ahead)
        #expect(rule.end(days) == RFC3339.parse("2026-12-13T00:00:00Z"))
        // One that is gone from among them, by whatever hand, is made again.
        let gone = InboxDay(holding: now.addingTimeInterval(5 * Self.aDay))
        days.remove(gone)
        #expect(rule.missing(days) == gone && rule.end(days) == gone.begin)
    }

    @Test func aDayIsOverOnceItsLastInstantIsOldEnough() {
        let (oldest, older) = (InboxDay(holding: Date(timeIntervalSince1970: 0)), InboxDay(holding: Date(timeIntervalSince1970: Self.aDay)))
        let days: Set = [older, oldest, older.next]
        #expect(Self.rule(older.end.addingTimeInterval(Self.retention)).over(days) == [oldest, older])
        #expect(Self.rule(older.end.addingTimeInterval(Self.retention - 0.001)).over(days) == [oldest])
    }

    @Test func anEventOfADayToComeIsTakenInOnceWhereItsDayIs() async throws {
        try await Kit.withDatabase { pool, _ in
            let instant = Date().addingTimeInterval(2 * Self.aDay)
            try await Self.keep(pool)
            #expect(try await Self.days(pool).count == InboxDays.ahead)
            let id = UUID.v7(at: instant)
            #expect(try await Self.takeIn(id, pool))
            #expect(try await !Self.takeIn(id, pool))
            #expect(try await Self.table(of: id, pool) == InboxDay(holding: instant).table)
            #expect(try await pool.transaction { try await $0.takeIn(EventID(id), consumer: "another") })
        }
    }

    /// Of another version, of no time that has a table, of the day that has begun.
    @Test(arguments: [
        UUID(), UUID(uuidString: "00000000-0000-0000-0000-000000000000")!, UUID(uuidString: "ffffffff-ffff-ffff-ffff-ffffffffffff")!,
        .v7(at: Date(timeIntervalSince1970: 1)), .v7(at: Date().addingTimeInterval(400 * 86_400)), .v7()
    ]) func anIdOfNoSuchDayIsRememberedAsLong(id: UUID) async throws {
        try await Kit.withDatabase { pool, _ in
            try await Self.keep(pool)
            #expect(try await Self.takeIn(id, pool))
            #expect(try await !Self.takeIn(id, pool))
            #expect(try await Self.table(of: id, pool) == "inbox_day_other")
            #expect(try await !pool.transaction { try await $0.sweepInbox(before: Date().addingTimeInterval(-Self.retention)) })
            #expect(try await !Self.takeIn(id, pool))
            _ = try await pool.transaction { try await $0.sweepInbox(before: Date().addingTimeInterval(60)) }
            #expect(try await Self.takeIn(id, pool))
        }
    }

    /// Taken in when its day had no table yet: it is remembered when there is one, and goes with it.
    @Test func whatAClockThatIsAheadHasMadeMovesToItsDay() async throws {
        try await Kit.withDatabase { pool, _ in
            let instant = Date().addingTimeInterval(20 * Self.aDay)
            let id = UUID.v7(at: instant)
            #expect(try await Self.takeIn(id, pool))
            try await Self.keep(pool, at: Date().addingTimeInterval(10 * Self.aDay))
            #expect(try await Self.table(of: id, pool) == InboxDay(holding: instant).table)
            #expect(try await !Self.takeIn(id, pool))
        }
    }

    /// A replica under another role makes it for whom the others belong to: else their backups could not read it.
    @Test func aDaysTableBelongsToWhomTheInboxDoes() async throws {
        try await Kit.withDatabase { pool, _ in
            // Of the whole server, where other tests are too.
            let role = "an owner \(UUID().uuidString)"
            try await pool.withConnection { connection in
                try await connection.script("CREATE ROLE \"\(role)\"; ALTER TABLE inbox_days OWNER TO \"\(role)\"")
            }
            let day = try await Self.made(3, pool)
            let owned = try await pool.count("SELECT count(*) FROM pg_tables WHERE tablename = \(day.table) AND tableowner = \(role)")
            try await pool.withConnection { connection in
                try await connection.script("DROP OWNED BY \"\(role)\" CASCADE; DROP ROLE \"\(role)\"")
            }
            #expect(owned == 1)
        }
    }

    @Test func aDayGoesWithItsTableOnceItIsOver() async throws {
        try await Kit.withDatabase { pool, _ in
            let (old, young) = (try await Self.made(33, pool), try await Self.made(29, pool))
            for day in [old, young] {
                try await pool.withConnection {
                    try await $0.execute("INSERT INTO inbox_days VALUES ('people', \(UUID.v7(at: day.begin)), \(day.begin))")
                }
            }
            try await Self.keep(pool)
            let left = try await Self.days(pool)
            #expect(left.contains(young) && !left.contains(old))
            #expect(try await pool.count("SELECT count(*) FROM inbox_days") == 1)
        }
    }

    /// Taken in late, as a dead letter that is sent again or by a consumer that lagged: it is remembered for as long as any other, counted from then.
    @Test func whatWasTakenInLateKeepsItsDay() async throws {
        try await Kit.withDatabase { pool, _ in
            let day = try await Self.made(40, pool)
            let late = UUID.v7(at: day.begin)
            #expect(try await Self.takeIn(late, pool))
            #expect(try await Self.table(of: late, pool) == day.table)
            try await Self.keep(pool)
            try await Self.keep(pool, at: Date().addingTimeInterval(Self.retention - Self.aDay))
            #expect(try await Self.days(pool).contains(day))
            #expect(try await !Self.takeIn(late, pool))
            try await Self.keep(pool, at: Date().addingTimeInterval(Self.retention + Self.aDay))
            #expect(try await !Self.days(pool).contains(day))
            // And what comes when its day is gone is remembered too.
            #expect(try await Self.takeIn(late, pool))
            #expect(try await !Self.takeIn(late, pool))
        }
    }

    /// It is seen under the lock: between the look at a day and its end somebody may take in one of its events.
    @Test func aDayWhoseEventWasJustTakenInIsNotDropped() async throws {
        try await Kit.withDatabase { pool, _ in
            let day = try await Self.made(40, pool)
            let cutoff = Self.rule().cutoff
            #expect(try await Self.takeIn(UUID.v7(at: day.begin), pool))
            #expect(try await !pool.transaction { try await $0.drop(day, unlessTakenInSince: cutoff) })
            #expect(try await Self.days(pool).contains(day))
        }
    }

    /// Whoever writes is not made to wait, and the round does not fail: it is put off.
    @Test func whoIsInTheWayPutsItOff() async throws {
        try await Kit.withDatabase { pool, _ in
            try await Self.keep(pool)
            let day = try await Self.made(40, pool)
            try await pool.transaction { consumer in
                // A handler under way, which has taken in an event of today.
                let isTaken = try await consumer.takeIn(EventID(UUID.v7()), consumer: "people")
                let before = Self.putOff
                let hasMore = try await pool.transaction { try await $0.keep(Self.rule()) }
                #expect(isTaken && !hasMore && Self.putOff > before)
                // Another one does not stand behind what was tried.
                let isOthersTaken = try await Self.takeIn(UUID.v7(), pool)
                #expect(isOthersTaken)
            }
            #expect(try await Self.days(pool).contains(day))
            try await Self.keep(pool)
            #expect(try await !Self.days(pool).contains(day))
        }
    }

    /// In the job's own transaction, between its savepoints, what was put off leaves the timer as one that fired.
    @Test func theJobGoesOnAfterItWasPutOff() async throws {
        try await Kit.withDatabase { pool, _ in
            let clock = SetClock(Date())
            let job = Job.sweepInBatches("days", every: .seconds(60)) { try await $0.keep(Self.rule(clock.now)) }
            let runner = JobRunner([job], pool: pool, now: { clock.now })
            try await runner.ensureSweeps()
            clock.advance(.seconds(60))
            try await pool.transaction { backup in
                // As pg_dump, for as long as it takes.
                _ = try await backup.query("SELECT 1 FROM inbox_day_other")
                #expect(try await runner.fireDue() == 1)
                #expect(try await Self.days(pool).isEmpty)
            }
            #expect(try await pool.count("SELECT count(*) FROM timers WHERE attempts = 0 AND last_error IS NULL") == 1)
            clock.advance(.seconds(60))
            #expect(try await runner.fireDue() == InboxDays.ahead + 1)
            #expect(try await Self.days(pool).count == InboxDays.ahead)
        }
    }

    private static var putOff: Double {
        let line = Metrics.render().split(separator: "\n").first { $0.hasPrefix("care_inbox_days_put_off_total ") }
        return line.flatMap { Double($0.split(separator: " ")[1]) } ?? 0
    }

    // MARK: Beside the release before

    /// As the release before takes an event in.
    private static func takeInAsBefore(_ id: UUID, _ runner: some PostgresRunner) async throws -> Bool {
        try await runner.execute("INSERT INTO inbox (consumer, event_id) VALUES ('people', \(id)) ON CONFLICT DO NOTHING") == 1
    }

    @Test func eitherReleaseKnowsWhatTheOtherTookIn() async throws {
        try await Kit.withDatabase { pool, _ in
            let (ours, theirs) = (UUID.v7(), UUID.v7())
            func before(_ id: UUID) async throws -> Bool { try await pool.withConnection { try await Self.takeInAsBefore(id, $0) } }
            #expect(try await Self.takeIn(ours, pool))
            #expect(try await !before(ours))
            #expect(try await before(theirs))
            #expect(try await !before(theirs))
            #expect(try await !Self.takeIn(theirs, pool))
            // Its sweep, which names rows by ctid, finds none of ours. Of what it took in itself we know after it has forgotten it.
            #expect(try await pool.count("SELECT count(*) FROM inbox_days") == 2)
            _ = try await pool.withConnection {
                try await $0.execute("DELETE FROM inbox WHERE ctid = ANY(ARRAY(SELECT ctid FROM inbox ORDER BY received_at LIMIT 2000 FOR UPDATE SKIP LOCKED))")
            }
            #expect(try await pool.count("SELECT count(*) FROM inbox_days") == 2)
            #expect(try await !Self.takeIn(theirs, pool))
        }
    }

    /// From before there were days.
    @Test func whatTheReleaseBeforeTookInAloneIsRemembered() async throws {
        try await Kit.withDatabase { pool, _ in
            let id = UUID.v7()
            try await pool.withConnection { connection in
                try await connection.execute("ALTER TABLE inbox DISABLE TRIGGER take_in_by_day")
                #expect(try await Self.takeInAsBefore(id, connection))
                try await connection.execute("ALTER TABLE inbox ENABLE TRIGGER take_in_by_day")
            }
            #expect(try await pool.count("SELECT count(*) FROM inbox_days") == 0)
            #expect(try await !Self.takeIn(id, pool))
            #expect(try await !pool.withConnection { try await Self.takeInAsBefore(id, $0) })
        }
    }

    /// Both have it in their hands at the same time: who comes second waits for the other's commit.
    @Test(arguments: [true, false]) func oneOfBothReleasesTakesAnEventIn(theirsIsFirst: Bool) async throws {
        try await Kit.withDatabase { pool, _ in
            let id = UUID.v7()
            let second = try await pool.transaction { first -> Task<Bool, any Error> in
                let isTaken = theirsIsFirst ? try await Self.takeInAsBefore(id, first) : try await first.takeIn(EventID(id), consumer: "people")
                #expect(isTaken)
                let second = Task {
                    try await pool.transaction { theirsIsFirst ? try await $0.takeIn(EventID(id), consumer: "people") : try await Self.takeInAsBefore(id, $0) }
                }
                try await eventually("the second one waits") {
                    try await pool.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 1
                }
                return second
            }
            #expect(try await !second.value)
        }
    }
}
