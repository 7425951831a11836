import ArgumentParser
import CareClient
import Foundation

/// `49.9,-97.1`
struct Place: ExpressibleByArgument {
    let latitude: Double
    let longitude: Double

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let north = parts[0], let east = parts[1], abs(north) <= 90, abs(east) <= 180 else { return nil }
        (latitude, longitude) = (north, east)
    }
}

struct Nearest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The nearest open emergency rooms, from the copy on this machine.")
    @OptionGroup var device: Device
    @Argument(help: "Degrees north and east: 49.9,-97.1; behind -- where the first is negative.") var place: Place
    @Option(help: "How many at most.") var limit = 5

    func validate() throws { if limit < 1 { throw ValidationError("--limit is from 1 on") } }

    func run() async throws {
        try await telling {
            let care = try await device.care()
            var failure: CareError?
            do {
                _ = try await care.emergencyRooms.update()
            } catch let error as CareError where error.isWorthRetrying || error == .untrusted {
                failure = error
            }
            let found = try await care.emergencyRooms.nearest(latitude: place.latitude, longitude: place.longitude, limit: limit)
            let isNone = found.open.isEmpty && found.possiblyClosed.isEmpty && found.closed.isEmpty
            if let failure {
                // Nothing was brought here before.
                if isNone { throw failure }
                Terminal.say("\(Wording.of(failure)) As it was known:")
            }
            if let asOf = found.asOf { Terminal.say("As of \(Wording.time(asOf, in: Wording.here)).") }
            show("Open", found.open)
            show("Possibly closed, call ahead", found.possiblyClosed)
            if found.open.isEmpty, found.possiblyClosed.isEmpty { show("Closed", found.closed) }
            if isNone { Terminal.say("None is known.") }
            await care.close()
        }
    }

    private func show(_ title: String, _ rooms: [EmergencyRooms.Found]) {
        guard !rooms.isEmpty else { return }
        Terminal.say("\(title):")
        for room in rooms {
            let distance = String(format: "%6.1f km", room.kilometres)
            Terminal.say("  \(distance)  \(room.place.name)\(room.place.phone.map { "  \($0)" } ?? "")")
        }
    }
}
