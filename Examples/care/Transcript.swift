import CareClient
import CareModels

/// A conversation as lines that are written once: what came, and what became of what was sent.
struct Transcript {
    private let names: [UserID: String]
    private let me: UserID?
    private var told: [String: Delivery] = [:]

    init(_ conversation: Messaging.Conversation, me: UserID?) {
        self.me = me
        names = Dictionary(conversation.participants.compactMap { person in person.fullName.map { (person.userId, $0) } }) { first, _ in first }
    }

    /// What there is to say of these, the latest of which is the first, and was not said yet.
    mutating func news(of messages: [Messaging.Message]) -> [String] {
        messages.reversed().compactMap { message in
            // What was sent has an id of the server's when it has arrived.
            let id = message.clientId ?? message.id.description
            let before = told.updateValue(message.delivery, forKey: id)
            guard before != message.delivery else { return nil }
            return line(message, wasShown: before != nil)
        }
    }

    /// `appointment.booked`: Appointment booked.
    private static func words(of event: String) -> String {
        let words = event.split(separator: ".").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    static func words(of message: Messaging.Message) -> String {
        if let content = message.content { return content.text ?? "(\(content.media?.fileName ?? "a file"))" }
        return message.details.map { words(of: $0.event) } ?? (message.deletedAt == nil ? "(something that this version does not know)" : "(taken back)")
    }

    private func line(_ message: Messaging.Message, wasShown: Bool) -> String? {
        let text = Self.words(of: message)
        switch message.delivery {
        case .sent:
            if wasShown { return "  ✓ \(text)" }
            let author = message.authorId.map { $0 == me ? "me" : names[$0] ?? "somebody" } ?? "Careline"
            return "\(Wording.time(message.createdAt, in: Wording.here))  \(author): \(text)"
        case .toBeSent, .sending: return wasShown ? nil : "  … \(text)"
        case .failed(let error): return "  ✗ \(text): \(Wording.of(error))"
        }
    }
}
