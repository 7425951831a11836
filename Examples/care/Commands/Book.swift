import ArgumentParser
import CareClient
import CareModels

struct Book: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Find a provider's free time and book it.")
    @OptionGroup var device: Device
    @Option(help: "A part of the provider's name.") var provider: String?
    @Option(help: "What they are: cardiology.") var specialty: String?
    @Option(help: "In how many days at the latest, 31 at most.") var days = 14
    @Option(help: "What it is about.") var title = "Check-up"
    @Flag(help: "Takes the first there is, without asking.") var first = false

    func run() async throws {
        try await telling {
            let care = try await device.care()
            let providers = try await care.scheduling.providers(named: provider, specialty: specialty, limit: 10)
            guard let only = providers.first else { throw Nothing("Nobody of that name or specialty can be booked.") }
            let provider = providers.count == 1 ? only : try chosen(providers, most: 9, Self.line, "Whom?")
            let slots = try await care.scheduling.slots(of: provider.id, in: .next(days: days)).current().items
            guard let zone = slots.first?.timeZone else { throw Nothing("\(Self.line(provider)) has no free time within \(days) days.") }
            Terminal.say("\(Self.line(provider)), on the clocks of \(zone):")
            let slot = try chosen(slots, most: 20, { Wording.time($0.startTime, in: $0.timeZone) }, "When?")
            let visit = try await care.scheduling.book(slot, title: title)
            Terminal.say("Booked: \(Wording.time(visit.startTime, in: visit.timeZone)) (\(visit.timeZone)), \(provider.fullName ?? ""): \(visit.title)")
            // So that it is among the visits without a network too.
            _ = try? await care.scheduling.appointments(.upcoming).current()
            await care.close()
        }
    }

    private static func line(_ provider: Scheduling.Provider) -> String {
        let name = [provider.title, provider.fullName].compactMap { $0 }.joined(separator: " ")
        let practised = provider.specialties?.map(\.name) ?? [provider.specialty].compactMap { $0 }
        return ([name] + practised).joined(separator: ", ")
    }

    private func chosen<Item>(_ items: [Item], most: Int, _ line: (Item) -> String, _ question: String) throws -> Item {
        if first { return items[0] }
        let offered = items.prefix(most)
        Terminal.list(offered.map(line))
        if items.count > most { Terminal.say("  and more") }
        guard let index = Terminal.choice(of: offered.count, question) else { throw Nothing("Nothing was chosen.") }
        return items[index]
    }
}

struct Visits: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "The appointments to come, also without a network.")
    @OptionGroup var device: Device
    @Option(help: "Cancels the one of this number in the list that was shown last.") var cancel: Int?

    func run() async throws {
        try await telling {
            let care = try await device.care()
            let visits = try await care.scheduling.appointments(.upcoming).current().items
            let shown = try ListShown(of: .visits, device)
            if let cancel {
                guard let visit = try shown.find(cancel, in: visits, by: \.id.description) else { throw Nothing("There is no number \(cancel) now: care visits") }
                let cancelled = try await care.scheduling.cancel(visit.id)
                Terminal.say("Cancelled: \(cancelled.title), \(Wording.time(cancelled.startTime, in: cancelled.timeZone))")
            } else {
                Terminal.list(
                    visits.map { visit in
                        // With whom: the other of the two.
                        let whom = visit.patientId == care.session.userID ? visit.providerName : visit.patientName
                        return "\(Wording.time(visit.startTime, in: visit.timeZone))  \(visit.title)  \(whom ?? "")"
                    })
                if visits.isEmpty { Terminal.say("Nothing is booked.") }
                try shown.keep(visits.map(\.id.description))
            }
            await care.close()
        }
    }
}
