import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import ERDirectoryService

typealias World = ServiceWorld<Dependencies>

extension World {
    /// A Wednesday, 12:00 in Winnipeg (daylight saving time).
    static var start: String { "2026-07-01T17:00:00Z" }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }

    static func run(now: String = start, size: Int = 10, changesPerMinute: Int = 1_000_000, writesAtOnce: Int = 1000, _ body: (World) async throws -> Void) async throws {
        let clock = try TestClock(at: now)
        var settings = ERDirectorySettings()
        settings.changesPerMinute = changesPerMinute
        let told = settings
        try await run(
            schema, clock, size: size, writesAtOnce: writesAtOnce, dependencies: { Dependencies(pool: $0, settings: told, now: { clock.now }) }, routes: routes, body)
    }

    // MARK: Callers

    typealias Caller = Person

    static func caller(_ role: Role, scope: String = "ers:write") throws -> Caller {
        let (id, isMachine) = (UserID(.v7()), role == .service)
        return Caller(id: id, token: try TestIssuer.token(isMachine ? nil : id, role, scope: scope, client: isMachine ? "importer" : "careline"))
    }

    // MARK: Requests

    func get(_ path: String, tag: String? = nil) async throws -> Answer {
        try await send(.GET, path, nil, headers: tag.map { ["If-None-Match": $0] } ?? [:])
    }

    /// A new emergency room, by default in Winnipeg.
    func enter(
        _ name: String, _ latitude: Double = 49.8951, _ longitude: Double = -97.1384, zone: String? = "America/Winnipeg", by caller: Caller
    ) async throws -> ERBody {
        let zoneField = zone.map { #", "timeZone": "\#($0)""# } ?? ""
        let body = #"{"name": "\#(name)", "latitude": \#(latitude), "longitude": \#(longitude), "country": "CA"\#(zoneField)}"#
        let answer = try await send(.POST, "/ers", caller, body)
        #expect(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
        return try answer.er
    }

    func putDay(_ er: ERID, _ date: String, _ hours: String, match: String = "*", by caller: Caller) async throws -> Answer {
        try await send(.PUT, "/ers/\(er)/schedule/\(date)", caller, hours, headers: ["If-Match": match])
    }

    // MARK: What was written

    func events(of subject: ERID) async throws -> [Emitted] { try await pool.emitted(about: subject.uuid) }
}

extension Answer {
    var er: ERBody { get throws { try decode() } }
    var cache: String? { headers.first(name: "cache-control") }
}

struct HoursBody: Decodable, Equatable, Sendable {
    var start: String
    var end: String
}

struct ERBody: Decodable, Sendable {
    struct Today: Decodable, Sendable {
        var date: String
        var intervals: [HoursBody]
    }

    struct Freshness: Decodable, Sendable {
        var detailsUpdatedAt: Date
        var hoursUpdatedAt: Date?
    }

    struct Weekday: Decodable, Sendable {
        var weekday: String
        var intervals: [HoursBody]
    }

    var id: ERID
    var version: Int
    var name: String
    var phone: String?
    var phoneLink: String?
    var country: String?
    var latitude: Double
    var longitude: Double
    var timeZone: String
    var timeZoneBasis: String
    var directions: String
    var status: String?
    var statusText: String?
    var statusUntil: Date?
    var opensAt: Date?
    var weeklyHours: String?
    var weeklyHoursFrom: String?
    var weeklyHoursTo: String?
    var week: [Weekday]?
    var today: Today?
    var distanceKm: Double?
    var freshness: Freshness?
}

struct NearestBody: Decodable, Sendable {
    var judgedAt: Date
    var freshUntil: Date
    var nearestOpen: ERBody?
    var otherOpen: [ERBody]
    var possiblyClosed: [ERBody]
    var closed: [ERBody]
}

struct DayBody: Decodable, Sendable {
    var date: String
    var known: Bool
    var weekly: Bool
    var intervals: [HoursBody]?
    var version: Int
}

struct ScheduleBody: Decodable, Sendable {
    var version: Int
    var items: [DayBody]
    var nextCursor: String?
}

struct ChangesBody: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        var position: Int
        var type: String
        var erId: ERID
        var deleted: Bool
        var er: ERBody?
        var schedule: DayBody?
    }

    var items: [Item]
    var nextCursor: String?
    var nextSince: Int
}

/// The instant that a literal of a test spells.
func instant(_ text: String) -> Date {
    guard let instant = RFC3339.parse(text) else { preconditionFailure("no instant: \(text)") }
    return instant
}

let open24 = #"{"preset": "open24"}"#
let open12 = #"{"preset": "open12"}"#
let closed = #"{"preset": "closed"}"#
