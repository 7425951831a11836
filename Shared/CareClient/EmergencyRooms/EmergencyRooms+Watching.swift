import Foundation

extension EmergencyRooms {
    /// The same to watch: by the copy on the device at once, then once it is as the directory; and anew whenever somebody brings the copy up to it. What is open is
    /// as of the moment of each value: `care.refresh()` makes another one.
    public func around(latitude: Double, longitude: Double, limit: Int = 10) -> Watch<Nearby> {
        let rooms = self
        let source = Source<Nearby>(name: "\(Self.watched)\(latitude)/\(longitude)/\(limit)", collections: []) {
            let nearby = try await rooms.nearest(latitude: latitude, longitude: longitude, limit: limit)
            return nearby.asOf == nil ? nil : nearby
        } fetch: {
            try await rooms.update()
        }
        return Watch(source: source, watchers: core.watchers)
    }

    /// How the names of all of them begin.
    static let watched = "ers/"
}
