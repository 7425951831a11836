import CareClient
import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import ERDirectoryService

/// Somebody looks for the nearest emergency room, with and without a network, with the client as it is against the real directory.
@Suite(.timeLimit(.minutes(3))) struct EmergencyRoomStory {
    /// Nobody has to be logged in for it.
    private static let scope = "profile"
    private static let zone = "America/Winnipeg"
    private static let (latitude, longitude) = (49.8951, -97.1384)

    private struct Directory: Sendable {
        let world: ServiceWorld<Dependencies>
        let token: String

        private struct Entered: Decodable { var id: ERID }

        /// So many degrees north of where somebody looks.
        func enter(_ name: String, north degrees: Double) async throws -> ERID {
            let body =
                #"{"name":"\#(name)","latitude":\#(latitude + degrees),"longitude":\#(longitude),"country":"CA","timeZone":"\#(zone)","phone":"+12045550123"}"#
            let answer = try await world.send(.POST, "/ers", token: token, body: body)
            #expect(answer.status == 201)
            return try answer.decode(Entered.self).id
        }

        /// Yesterday, today and tomorrow there.
        func set(_ er: ERID, _ preset: String) async throws {
            let today = LocalTime(Date(), in: try #require(Zone(EmergencyRoomStory.zone))).date
            for day in -1...1 {
                let body = #"{"preset":"\#(preset)"}"#
                let answer = try await world.send(
                    .PUT, "/ers/\(er)/schedule/\(today.advanced(by: day))", token: token, headers: ["If-Match": "*"], body: body)
                #expect((200..<300).contains(answer.status))
            }
        }

        func remove(_ er: ERID) async throws {
            let none: String? = nil
            let answer = try await world.send(.DELETE, "/ers/\(er)", token: token, headers: ["If-Match": "*"], body: none)
            #expect((200..<300).contains(answer.status))
        }
    }

    private static func run(_ body: @Sendable (Directory, StoryWorld.Person) async throws -> Void) async throws {
        let clock = TestClock.running()
        try await ServiceWorld<Dependencies>.run(
            TestKit.schema(migrations), clock, size: 10, dependencies: { Dependencies(pool: $0, now: { clock.now }) }, routes: routes
        ) { world in
            let token = try TestIssuer.token(UserID(.v7()), .scheduler, scope: "ers:write")
            let somebody = StoryWorld.Person(id: UserID(.v7()), role: .patient, port: world.server.port)
            defer { somebody.forget() }
            try await body(Directory(world: world, token: token), somebody)
        }
    }

    private static func around(_ care: CareClient) async throws -> EmergencyRooms.Nearby {
        try await care.emergencyRooms.nearest(latitude: latitude, longitude: longitude)
    }

    @Test func theNearestIsFoundWithoutANetworkAndWhatChangesIsHeard() async throws {
        try await Self.run { directory, somebody in
            let far = try await directory.enter("Far and open", north: 0.2)
            let near = try await directory.enter("Near and closed", north: 0.01)
            let unknown = try await directory.enter("Who knows", north: 0.1)
            try await directory.set(far, "open24")
            try await directory.set(near, "closed")
            try await somebody.run(scope: Self.scope) { care in
                #expect(try await Self.around(care).asOf == nil)
                guard case .news = try await care.emergencyRooms.update() else {
                    Issue.record("nothing came")
                    return
                }
                #expect(try await care.emergencyRooms.update() == .noNews)
            }
            try await somebody.run(at: 1, scope: Self.scope) { care in
                let nearby = try await Self.around(care)
                #expect(nearby.open.map(\.id) == [far] && nearby.closed.map(\.id) == [near] && nearby.possiblyClosed.map(\.id) == [unknown])
                #expect(nearby.asOf != nil && (22.0...22.5).contains(nearby.open[0].kilometres))
                #expect(nearby.open[0].place.phoneLink == "tel:+12045550123" && !nearby.open[0].place.directions.isEmpty)
                await #expect(throws: CareError.offline) { try await care.emergencyRooms.update() }
            }
            try await directory.set(near, "open24")
            try await directory.set(far, "closed")
            try await directory.remove(unknown)
            try await somebody.run(scope: Self.scope) { care in
                // From the copy at once, then as the directory has it.
                let nearby = try await first(care.emergencyRooms.around(latitude: Self.latitude, longitude: Self.longitude)) { $0.isDataFresh }.data
                #expect(nearby.open.map(\.id) == [near] && nearby.closed.map(\.id) == [far] && nearby.possiblyClosed.isEmpty)
            }
            // A copy that nobody has brought up for longer is not believed: call ahead.
            let later = CareClock(now: { Date() + EmergencyRooms.trusted + 60 }, sleep: CareClock.hurried.sleep, random: CareClock.hurried.random)
            try await somebody.run(at: 1, scope: Self.scope, clock: later) { care in
                let nearby = try await Self.around(care)
                #expect(nearby.open.isEmpty && nearby.closed.isEmpty && nearby.possiblyClosed.map(\.id) == [near, far])
            }
        }
    }
}
