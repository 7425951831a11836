import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct EmergencyRoomTests {
    static func place(_ id: Int, latitude: Double, _ more: String = "") -> String {
        #"{"id":"\#(MessageWatchTests.id(id))","version":1,"name":"ER \#(id)","latitude":\#(latitude),"longitude":-97.1384,"timeZone":"America/Winnipeg","timeZoneBasis":"stated","directions":"https://maps.test","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z"\#(more)}"#
    }

    static let always = #","week":[\#(Weekday.allCases.map { #"{"weekday":"\#($0.rawValue)","intervals":[{"start":"00:00","end":"24:00"}]}"# }.joined(separator: ","))]"#
    /// Open from the evening over midnight, on Mondays.
    static let nights =
        #","week":[\#(Weekday.allCases.map { #"{"weekday":"\#($0.rawValue)","intervals":[\#($0 == .monday ? #"{"start":"22:00","end":"06:00"}"# : "")]}"# }.joined(separator: ","))]"#

    static func change(_ position: Int, _ place: String, er: Int, deleted: Bool = false) -> String {
        let body = deleted ? "" : #","er":\#(place)"#
        return #"{"position":\#(position),"type":"er","erId":"\#(MessageWatchTests.id(er))","deleted":\#(deleted)\#(body)}"#
    }

    static func date(_ position: Int, er: Int, _ date: String, _ intervals: String) -> String {
        #"{"position":\#(position),"type":"schedule","erId":"\#(MessageWatchTests.id(er))","deleted":false,"schedule":{"date":"\#(date)","known":true,"intervals":\#(intervals),"version":1,"weekly":false}}"#
    }

    @Test func findsTheNearestWithoutANetwork() async throws {
        let device = TestDevice()
        device.server.answer { call in
            switch (call.query["since"], call.query["after"]) {
            case (nil, _):
                return .json(#"{"items":[\#(Self.change(1, Self.place(1, latitude: 49.9, Self.always), er: 1))],"nextCursor":"1","nextSince":1}"#)
            case ("1", "1"):
                let items = [Self.change(2, Self.place(2, latitude: 49.8), er: 2), Self.change(3, Self.place(3, latitude: 50.5, Self.nights), er: 3)]
                return .json(#"{"items":[\#(items.joined(separator: ","))],"nextSince":3}"#)
            default: return .json(#"{"items":[],"nextSince":3}"#)
            }
        }
        do {
            let care = try await CareClient(device.configuration())
            #expect(try await care.emergencyRooms.update() == .news(3))
            #expect(try await care.emergencyRooms.update() == .noNews)
            #expect(device.server.calls.allSatisfy { $0.headers["Authorization"] == nil })
            await care.close()
        }
        device.server.answer { _ in throw TransportFault.unreachable }
        let care = try await CareClient(device.configuration())
        let near = try await care.emergencyRooms.nearest(latitude: 49.8951, longitude: -97.1384)
        #expect(near.open.map(\.place.name) == ["ER 1"] && near.possiblyClosed.map(\.place.name) == ["ER 2"] && near.closed.map(\.place.name) == ["ER 3"])
        #expect(abs((near.open.first?.kilometres ?? 0) - 0.545) < 0.01)
        // An old copy is not believed: call ahead.
        device.pass(8 * 86_400)
        let later = try await care.emergencyRooms.nearest(latitude: 49.8951, longitude: -97.1384)
        #expect(later.open.isEmpty && later.closed.isEmpty && later.possiblyClosed.count == 3)
        await care.close()
    }

    /// The update goes on for who waits still.
    @Test func whoIsCancelledWaitsNoLonger() async throws {
        let device = TestDevice()
        let (asked, isAsked) = AsyncStream<Void>.makeStream()
        let (held, isOver) = AsyncStream<Void>.makeStream()
        device.server.answer { _ in
            isAsked.yield()
            for await _ in held { break }
            return .json(#"{"items":[\#(Self.change(1, Self.place(1, latitude: 49.9), er: 1))],"nextSince":1}"#)
        }
        let care = try await CareClient(device.configuration())
        let other = Task { try await care.emergencyRooms.update() }
        for await _ in asked { break }
        let one = Task { try await care.emergencyRooms.update() }
        try await Task.sleep(for: .milliseconds(20))
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        isOver.yield()
        #expect(try await other.value == .news(1))
        #expect(device.server.calls("/ers/changes").count == 1)
        await care.close()
    }

    @Test func beginsAnewWhenTheDirectoryWasRestored() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[\#(Self.change(1, Self.place(1, latitude: 49.9), er: 1))],"nextSince":9}"#) }
        let care = try await CareClient(device.configuration())
        try await care.emergencyRooms.update()
        device.server.answer { call in
            if call.query["since"] == "9" { return .problem("start-again", 410) }
            return .json(#"{"items":[\#(Self.change(1, Self.place(2, latitude: 49.9), er: 2))],"nextSince":1}"#)
        }
        try await care.emergencyRooms.update()
        let near = try await care.emergencyRooms.nearest(latitude: 49.9, longitude: -97)
        #expect(near.possiblyClosed.map(\.place.name) == ["ER 2"])
        await care.close()
    }

    /// The file was damaged while an update went on, or another process emptied it.
    @Test func whatIsGoneInTheMiddleOfAnUpdateIsReadAnew() async throws {
        let device = TestDevice()
        let api = try APITests.api(device)
        let cache = try device.cache()
        let isFirst = Locked(true)
        device.server.answer { call in
            if call.query["since"] == nil {
                return .json(#"{"items":[\#(Self.change(1, Self.place(1, latitude: 49.9), er: 1))],"nextCursor":"1","nextSince":1}"#)
            }
            let isLost = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if isLost { try await cache.erase() }
            return .json(#"{"items":[\#(Self.change(2, Self.place(2, latitude: 49.8), er: 2))],"nextSince":2}"#)
        }
        let copy = ERCopy(api, cache)
        _ = try await copy.update()
        #expect(try await copy.all().places.map(\.name).sorted() == ["ER 1", "ER 2"])
    }

    /// From the copy, and anew whoever brings it up to the directory.
    @Test func thoseAroundAreWatched() async throws {
        let device = TestDevice()
        device.server.answer { call in
            let isFirst = call.query["since"] == nil
            return .json(isFirst ? #"{"items":[\#(Self.change(1, Self.place(1, latitude: 49.9, Self.always), er: 1))],"nextSince":1}"# : #"{"items":[],"nextSince":1}"#)
        }
        let care = try await CareClient(device.configuration())
        let around = care.emergencyRooms.around(latitude: 49.9, longitude: -97)
        _ = try await MessageWatchTests.first(around) { $0.isDataFresh && $0.data.open.count == 1 }
        device.server.answer { call in
            let isNew = call.query["since"] == "1"
            return .json(isNew ? #"{"items":[\#(Self.change(2, Self.place(2, latitude: 49.8, Self.always), er: 2))],"nextSince":2}"# : #"{"items":[],"nextSince":2}"#)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await MessageWatchTests.first(around) { $0.data.open.count == 2 } }
            try await care.emergencyRooms.update()
            try await group.waitForAll()
        }
        await care.close()
        device.server.answer { _ in throw TransportFault.unreachable }
        let offline = try await CareClient(device.configuration())
        let shown = try await MessageWatchTests.first(offline.emergencyRooms.around(latitude: 49.9, longitude: -97)) { _ in true }
        #expect(shown.data.open.count == 2 && !shown.isDataFresh)
        await offline.close()
        await #expect(throws: CareError.offline) {
            for try await _ in try await CareClient(TestDevice().configuration()).emergencyRooms.around(latitude: 1, longitude: 1) {}
        }
    }

    /// Instants of Winnipeg's clocks (UTC−6 in winter), Monday 2026-01-05.
    @Test(arguments: [
        ("2026-01-06T03:59:59Z", EmergencyRooms.Status.closed), ("2026-01-06T04:00:00Z", .open), ("2026-01-06T11:59:59Z", .open), ("2026-01-06T12:00:00Z", .closed)
    ])
    func hoursGoOverMidnight(instant: String, status: EmergencyRooms.Status) throws {
        let place = try Wire.decode(EmergencyRooms.Place.self, from: Data(Self.place(1, latitude: 1, Self.nights).utf8))
        #expect(place.status(at: try #require(RFC3339.parse(instant)), [:]) == status)
    }

    @Test func aDatesOwnHoursComeBeforeTheWeeks() throws {
        let place = try Wire.decode(EmergencyRooms.Place.self, from: Data(Self.place(1, latitude: 1, Self.always).utf8))
        let noon = try #require(RFC3339.parse("2026-12-25T18:00:00Z"))
        let christmas = try #require(LocalDate("2026-12-25"))
        #expect(place.status(at: noon, [:]) == .open)
        #expect(place.status(at: noon, [christmas: []]) == .closed)
    }
}
