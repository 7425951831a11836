import ArgumentParser
import Foundation

/// `careline keys seal-appointments`
struct SealAppointments: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal-appointments", abstract: "Seal what is written about appointments, when the release before is gone for good.",
        discussion: """
            A release before keeps titles, descriptions and reasons of cancellations in plain columns, and cannot read them anywhere else. So after the upgrade from it \
            this release does the same until this command says that no replica of it runs and nobody will go back to it. From then on all is sealed under the \
            patients' keys; Scheduling seals what is there, for which this waits. A database that began with this release is sealed from its first row on.
            """)

    @OptionGroup var place: PlaceOptions
    @Option(help: "How many seconds to wait at most.") var within = 3600
    @Flag(help: "Say how it is, and change nothing.") var dryRun = false

    func run() async throws {
        let databases = try await Databases.settings(place.layout(), ProcessInfo.processInfo.environment).databases
        try await AppointmentTexts.with(databases) { pool in
            let before = try await AppointmentTexts.read(pool)
            guard !dryRun, !before.isDone else { return print("What is written about appointments: \(before.text)") }
            try await AppointmentTexts.seal(pool)
            let deadline = ContinuousClock.now + .seconds(within)
            while true {
                let now = try await AppointmentTexts.read(pool)
                if now.isDone { return print("What is written about appointments: \(now.text)") }
                guard ContinuousClock.now < deadline else {
                    throw Failure("\(now.inPlain) appointments are not sealed yet. Does Scheduling run, of this release? It goes on by itself: run this again to see.")
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
