import ArgumentParser
import CareClient
import CareModels

struct Book: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Find a provider's free time and book it.")
    @OptionGroup var device: Device
    @Option(help: "A part of the provider's name.") var provider: String?
    @Option(help: "What they are: cardiology.") var specialty: String?
    @Option(help: "In how many days at the latest.") var days = 14
    @Option(help: "What it is about.") var title = "Check-up"
    @Flag(help: "Takes the first there is, without asking.") var first = false

    func run() async throws {
        try await telling {
            let care = try await device.care()
            let providers = try await care.scheduling.providers(named: provider, specialty: specialty, limit: 9)
            guard let provider = chosen(providers, "Whom?", Self.line) else { throw ValidationError("nobody was chosen, or nobody is there of that name") }
            let slots = try await care.scheduling.slots(of: provider.id, in: .next(days: days)).current().items
            guard let slot = chosen(Array(slots.prefix(20)), "When?", { Wording.time($0.startTime, in: $0.timeZone) }) else {
                throw ValidationError("nothing was chosen, or nothing is free")
            }
            let visit = try await care.scheduling.book(slot, title: title)
            Terminal.say("Booked: \(Wording.time(visit.startTime, in: visit.timeZone)) (\(visit.timeZone)), \(provider.fullName ?? ""): \(visit.title)")
            await care.close()
        }
    }

    private static func line(_ provider: Scheduling.Provider) -> String {
        [provider.title, provider.fullName, provider.specialty].compactMap { $0 }.joined(separator: " ")
    }

    private func chosen<Item>(_ items: [Item], _ question: String, _ line: (Item) -> String) -> Item? {
        if first || items.count == 1 { return items.first }
        for (number, item) in items.enumerated() { Terminal.say("  \(number + 1)  \(line(item))") }
        return items.isEmpty ? nil : Terminal.choice(of: items.count, question).map { items[$0] }
    }
}

struct Visits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The appointments to come, also without a network.")
    @OptionGroup var device: Device
    @Option(help: "Cancels the one of this number in the list.") var cancel: Int?

    func run() async throws {
        try await telling {
            let care = try await device.care()
            let visits = try await care.scheduling.appointments(.upcoming).current().items
            if let cancel {
                guard visits.indices.contains(cancel - 1) else { throw ValidationError("there is no number \(cancel)") }
                let cancelled = try await care.scheduling.cancel(visits[cancel - 1].id)
                Terminal.say("Cancelled: \(cancelled.title)")
            } else {
                for (number, visit) in visits.enumerated() {
                    let whom = [visit.providerName, visit.patientName].compactMap { $0 }.joined(separator: ", ")
                    Terminal.say("  \(number + 1)  \(Wording.time(visit.startTime, in: visit.timeZone))  \(visit.title)  \(whom)")
                }
                if visits.isEmpty { Terminal.say("Nothing is booked.") }
            }
            await care.close()
        }
    }
}
