import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import SchedulingService
@testable import Sealing

typealias World = ServiceWorld<Dependencies>

extension World {
    static func keys() -> PersonKeys { PersonKeys(MasterKeys(current: [UInt8](repeating: 7, count: 32))) }

    /// 2026-07-01 is a Wednesday.
    static var start: String { "2026-07-01T12:00:00Z" }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }

    static func run(
        now: String = start, size: Int = 10, mostOpenBookings: Int = 100_000, mostBookingsAYear: Int = 1_000_000, changesPerMinute: Int = 1_000_000,
        staffChangesPerMinute: Int = 1_000_000,
        writesAtOnce: Int = 1000, _ body: (World) async throws -> Void
    ) async throws {
        let clock = try TestClock(at: now)
        var settings = SchedulingSettings()
        (settings.mostOpenBookings, settings.mostBookingsAYear) = (mostOpenBookings, mostBookingsAYear)
        (settings.changesPerMinute, settings.staffChangesPerMinute) = (changesPerMinute, staffChangesPerMinute)
        try await run(
            schema, clock, size: size, writesAtOnce: writesAtOnce,
            dependencies: { Dependencies(pool: $0, keys: keys(), settings: settings, now: { clock.now }) }, routes: routes, body)
    }

    // MARK: People

    static var everyScope: String { "appointments:read appointments:write availability:write" }

    static func token(_ id: UserID, _ role: Role, scope: String = everyScope) throws -> String { try TestIssuer.token(id, role, scope: scope) }

    /// The same patient with another app, or somebody who acts for them.
    static func patient(_ patient: Person, with client: String, guardian: UserID? = nil) throws -> Person {
        Person(id: patient.id, token: try TestIssuer.token(patient.id, .patient, scope: everyScope, client: client, actor: guardian))
    }

    /// A person whom Scheduling has heard of.
    func person(
        _ role: Role, fullName: String? = nil, specialty: String? = nil, specialties: [String]? = nil, timeZone: String? = "America/Winnipeg"
    ) async throws -> Person {
        let id = UserID(.v7())
        let event = UserRegistered(
            id, role, fullName: fullName, specialty: specialty ?? specialties?.first, specialties: specialties, timeZone: timeZone, at: dependencies.now())
        try await pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
        return Person(id: id, token: try Self.token(id, role))
    }

    /// A provider open from Monday to Friday, 09:00 to 17:00 in Winnipeg, in slots of 30 minutes.
    func openProvider(
        _ settings: String = "", fullName: String? = nil, specialty: String? = nil, specialties: [String]? = nil
    ) async throws -> Person {
        let provider = try await person(.provider, fullName: fullName, specialty: specialty, specialties: specialties)
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
        let weekly = days.map { #"{"weekday": "\#($0)", "start": "09:00", "end": "17:00"}"# }.joined(separator: ",")
        let answer = try await send(.POST, "/providers/availability", provider, #"{"weekly": [\#(weekly)]\#(settings)}"#)
        #expect(answer.status == 201)
        return provider
    }

    // MARK: Requests

    func book(
        _ provider: Person, _ patient: Person, at start: String, minutes: Int = 30, key: String? = nil
    ) async throws -> Answer {
        let end = try text(seconds(start) + minutes * 60)
        let body = #"{"providerId": "\#(provider.id)", "title": "Check-up", "description": "Line one\nLine two", "startTime": "\#(start)", "endTime": "\#(end)"}"#
        return try await send(.POST, "/appointments", patient, body, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    func move(_ id: AppointmentID, _ caller: Person, to start: String, version: Int? = nil) async throws -> Answer {
        let end = try text(seconds(start) + 1800)
        let headers: HTTPHeaders = version.map { ["If-Match": "\"\($0)\""] } ?? [:]
        return try await send(.PATCH, "/appointments/\(id)", caller, #"{"startTime": "\#(start)", "endTime": "\#(end)"}"#, headers: headers)
    }

    // MARK: What was written

    func events(of subject: UUID) async throws -> [Emitted] { try await pool.emitted(about: subject) }
}

extension Answer {
    var appointment: AppointmentBody { get throws { try decode() } }
    var slotTaken: SlotTakenBody { get throws { try decode() } }
}

/// What a refusal adds when a time is taken.
struct SlotTakenBody: Decodable, Sendable {
    /// Whose time it is.
    var conflict: String?
    var conflictStartTime: String?
}

struct AppointmentBody: Decodable, Sendable {
    struct Cancellation: Decodable, Sendable {
        var cancelledBy: UserID?
        var reason: String?
    }

    var id: AppointmentID
    var version: Int
    var status: AppointmentStatus
    var title: String
    var description: String?
    var providerName: String?
    var patientName: String?
    var startTime: Date
    var endTime: Date
    var timeZone: String
    var bookedBy: UserID?
    var rescheduledBy: UserID?
    var organisationId: OrganisationID?
    var cancellation: Cancellation?
}

struct SlotItem: Decodable, Sendable {
    var startTime: String
    var endTime: String
    var timeZone: String
}
