import ArgumentParser
import CareClient
import CareModels

struct Follow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what happens as it happens: messages, notifications, appointments, alerts. Ctrl-D ends.")
    @OptionGroup var device: Device

    func run() async throws {
        try await telling {
            let care = try await device.care(isLive: true)
            let visits = try care.scheduling.appointments(.upcoming)
            let following = Task {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await Self.tell(care.feed) }
                    group.addTask { await Self.show(visits) { Self.words(of: $0.items) } }
                    group.addTask { await Self.show(care.messaging.conversations()) { "New messages: \($0.items.map(\.unreadCount).reduce(0, +))" } }
                    group.addTask { await Self.show(care.health.alerts()) { Self.words(of: $0.items) } }
                    group.addTask { await Self.tell(care.connectionStates) }
                    group.addTask { await Self.tell(care.session.states) }
                }
            }
            for await _ in Terminal.lines() {}
            following.cancel()
            await following.value
            await care.close()
        }
    }

    /// Each once, when the lists have it.
    private static func tell(_ feed: AsyncStream<Happening>) async {
        for await happening in feed {
            switch happening {
            case .message(let message): Terminal.say("Message: \(Transcript.words(of: message))")
            case .notification(let notification): Terminal.say("\(notification.readAt == nil ? "Notified" : "Read"): \(notification.title)")
            case .conversation, .seen: continue
            }
        }
    }

    private static func tell(_ states: AsyncStream<ConnectionState>) async {
        for await state in states {
            switch state {
            case .connected: Terminal.say("(what happens is heard at once)")
            case .disconnected: Terminal.say("(no network)")
            case .connecting, .notConnected: continue
            }
        }
    }

    /// From then on nothing comes.
    private static func tell(_ states: AsyncStream<SessionState>) async {
        for await state in states { if case .expired = state { Terminal.say("(the session has ended: care login)") } }
    }

    /// Whenever it is another, as on the server.
    private static func show<Value: Sendable>(_ watch: Watch<Value>, _ words: (Value) -> String) async {
        var before: String?
        do {
            for try await watched in watch where watched.isDataFresh {
                let line = words(watched.data)
                if line != before { Terminal.say(line) }
                before = line
            }
        } catch {
            if !Task.isCancelled { Terminal.say(Wording.of(error)) }
        }
    }

    private static func words(of visits: [Scheduling.Appointment]) -> String {
        "Appointments: \(visits.count)" + (visits.first.map { ", the next \(Wording.time($0.startTime, in: $0.timeZone)): \($0.title)" } ?? "")
    }

    private static func words(of alerts: [Health.Alert]) -> String {
        "Alerts: \(alerts.count)" + (alerts.first.map { ", the latest of \($0.heartRate.bpm.formatted()) a minute: \($0.text)" } ?? "")
    }
}
