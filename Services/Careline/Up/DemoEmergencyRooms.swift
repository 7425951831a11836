import CareModels
import Foundation

/// Three made-up emergency rooms in Winnipeg, in a directory that has none: one always open, one by day, and one whose hours nobody knows.
struct DemoEmergencyRooms: Sendable {
    private struct Room {
        var name: String
        var latitude: Double
        var longitude: Double
        var preset: String?
    }

    private static let rooms = [
        Room(name: "Riverside General", latitude: 49.8951, longitude: -97.1384, preset: "open24"),
        Room(name: "Assiniboine Community Hospital", latitude: 49.8813, longitude: -97.2225, preset: "open12"),
        Room(name: "Seven Oaks Clinic", latitude: 49.9551, longitude: -97.1489, preset: nil)
    ]
    /// For as long as one call takes hours.
    private static let days = 399.0

    let api: DemoAPI
    let client: ImportClient

    func load() async throws {
        let listed = try await api.send(.GET, .ers, "/ers?limit=1")
        try api.expect([200], listed, "reading the directory")
        guard (listed.json["items"] as? [Any])?.isEmpty == true else { return }
        let secret = try await client.register()
        let token = try await DirectoryClient.machineToken(api.address(of: .auth), client: ImportClient.id, secret: secret)
        for room in Self.rooms { try await enter(room, token) }
    }

    private func enter(_ room: Room, _ token: String) async throws {
        let body: [String: Any] = ["name": room.name, "latitude": room.latitude, "longitude": room.longitude, "country": "CA", "phone": "+1 204 555 0100"]
        let made = try await api.send(.POST, .ers, "/ers", body, token: token)
        try api.expect([201], made, "entering \(room.name)")
        guard let preset = room.preset, let id = made.json["id"] as? String else { return }
        let first = Date().addingTimeInterval(-86_400)
        let dates = ["from": Self.date(first), "to": Self.date(first.addingTimeInterval(Self.days * 86_400)), "preset": preset]
        try api.expect([200], await api.send(.PUT, .ers, "/ers/\(id)/schedule", dates, token: token, ifMatch: "\"0\""), "the hours of \(room.name)")
    }

    private static func date(_ instant: Date) -> String { String(RFC3339.format(instant).prefix(10)) }
}
