import Foundation
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import SchedulingService

/// What standbys may answer, on a real one.
@Suite(.serialized, .timeLimit(.minutes(10))) struct StandbyTests {
    private static func run(patience: Duration = .seconds(20), _ body: (World, LocalServer) async throws -> Void) async throws {
        let clock = try TestClock(at: World.start)
        try await World.runWithStandby(
            migrations, clock, patience: patience,
            dependencies: { Dependencies(pool: $0, keys: World.keys(), now: { clock.now }) }, routes: routes, body)
    }

    @Test func whatIsOnlyReadAStandbyAnswers() async throws {
        try await Self.run { world, _ in
            let provider = try await world.openProvider(specialty: "cardiology")
            let patient = try await world.person(.patient)
            #expect(try await world.book(provider, patient, at: "2026-07-02T15:00:00Z").status == 201)
            try await world.expectFromStandby(
                [
                    ("/providers", patient), ("/providers/\(provider.id)/slots", patient), ("/providers/availability/cardiology", patient),
                    ("/providers/\(provider.id)/appointments", provider), ("/users/\(patient.id)/appointments", patient)
                ], of: routes(world.dependencies))
        }
    }

    /// Whoever was told that it is booked sees it: from the standby as soon as that has it, from the primary while it has not, or is gone.
    @Test func whoHasJustBookedReadsIt() async throws {
        try await Self.run(patience: .milliseconds(500)) { world, standby in
            let provider = try await world.openProvider()
            let patient = try await world.person(.patient)
            func book(_ start: String) async throws { #expect(try await world.book(provider, patient, at: start).status == 201) }
            func booked() async throws -> Int {
                let answer = try await world.get("/users/\(patient.id)/appointments", patient)
                return try answer.decode(PageBody<AppointmentBody>.self).items.count
            }
            for number in 1...8 {
                try await book("2026-07-0\(number < 5 ? 2 : 3)T\(14 + number % 5):00:00Z")
                #expect(try await booked() == number)
            }
            #expect((world.pool.standbyStatistics?.reads ?? 0) > 0)
            try await TestKit.withPool(url: standby.url(database: "postgres"), size: 1) { pool in
                _ = try await pool.withConnection { try await $0.execute("SELECT pg_wal_replay_pause()") }
            }
            try await book("2026-07-06T15:00:00Z")
            #expect(try await booked() == 9)
            try await standby.kill()
            try await book("2026-07-07T15:00:00Z")
            #expect(try await booked() == 10)
        }
    }
}
