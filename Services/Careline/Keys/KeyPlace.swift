import CareModels
import CareService
import Foundation

/// The key file and the databases that a command of `careline keys` works on.
struct KeyPlace: Sendable {
    let file: MasterKeyFile
    let settings: ServiceEnvironment

    init(_ options: KeyOptions) async throws {
        let (layout, inherited) = (try options.place.layout(), ProcessInfo.processInfo.environment)
        file = try MasterKeyFile(options.file, layout, inherited)
        settings = try await Databases.settings(layout, inherited)
    }

    /// Waits until nothing is sealed by an earlier key, nor can be, and says how far that is.
    func awaitRotation(within limit: Duration) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + limit
        try await SealedData.with(settings.databases) { data in
            var said = ""
            while true {
                let (keys, now) = (try file.read(), Date())
                let left = try await data.parts().needing(Set(keys.earlier(at: now).map(\.id)))
                let settled = max(keys.keys.last?.from ?? .distantPast, KeyRetirement.settled(keys, now: now))
                if left.isEmpty, now >= settled { return }
                let text = now < settled ? "the new key takes over; settled at \(RFC3339.format(settled))" : "still to be sealed anew: \(left.total) rows"
                if text != said { Terminal.say(text) }
                said = text
                guard clock.now < deadline else {
                    throw Failure("""
                        within \(Terminal.seconds(limit)) not everything was sealed anew:
                        \(left.lines.map { "  " + $0 }.joined(separator: "\n"))
                        Do the services run, with this key file? Their care_reseal_failures_total counts rows that do not open (docs/operators.md, "Losing a key").
                        """)
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
        Terminal.say("nothing is sealed by an earlier key")
    }
}
