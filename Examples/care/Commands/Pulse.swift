import ArgumentParser
import CareClient
import Foundation

struct Pulse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Record a resting heart rate, and show the last week.")
    @OptionGroup var device: Device
    @Argument(help: "Beats a minute, measured now.") var bpm: Double?

    func validate() throws { if let bpm, !bpm.isFinite { throw ValidationError("\(bpm) is no number of beats") } }

    func run() async throws {
        try await telling {
            let care = try await device.care()
            if let bpm { try await care.health.record([.init(bpm, at: Date())]) }
            // What was just given goes first; without a network it waits, and the week is the one that was seen last.
            for _ in 0..<50 where try await care.health.unsent().current().contains(where: { $0.delivery == .sending }) {
                try await Task.sleep(for: .milliseconds(100))
            }
            let isRefused = try await tellRefused(care)
            if let bpm, !isRefused { Terminal.say("Kept: \(bpm.formatted()) a minute.") }
            do {
                show(try await care.health.summary().current())
            } catch let error as CareError where error.isWorthRetrying && bpm != nil {
                // What was given is kept all the same; of a week that was never seen there is nothing to show.
                Terminal.say(Wording.of(error))
            }
            for _ in try await care.health.unsent().current() { Terminal.say("Waits for the network.") }
            await care.close()
            if isRefused { throw ExitStatus.failed }
        }
    }

    /// What the server did not take is said, and taken back: what is measured anew is another one. Returns whether there was any.
    private func tellRefused(_ care: CareClient) async throws -> Bool {
        var isRefused = false
        for unsent in try await care.health.unsent().current() {
            guard case .failed(let error) = unsent.delivery, try await care.health.cancel(unsent) else { continue }
            isRefused = true
            Terminal.complain("Not taken: \(Wording.of(error))")
        }
        return isRefused
    }

    private func show(_ summary: Health.Summary) {
        for day in summary.series {
            let average = day.average.map { "\($0.formatted()) \(String(repeating: "▇", count: max(0, Int($0 / 4))))" } ?? "–"
            Terminal.say("  \(day.date)  \(average)")
        }
        if let average = summary.sevenDayAverage { Terminal.say("  Seven days  \(average.formatted())") }
        if let boundary = summary.boundary { Terminal.say("  You are asked above \(boundary.formatted()).") }
    }
}
