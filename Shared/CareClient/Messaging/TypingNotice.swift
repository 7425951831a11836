import CareModels
import Foundation

/// Tells the others that the person types: once in a while, however often the app says so, and that it has ended when the app says no more.
actor TypingNotice {
    private let api: API
    private var told: [ConversationID: Date] = [:]
    private var endings: [ConversationID: Task<Void, Never>] = [:]

    /// The server shows it for 20 seconds, and takes no notice of what comes within three.
    static let every: TimeInterval = 8
    static let endsAfter = Duration.seconds(5)

    init(_ api: API) { self.api = api }

    func type(in conversation: ConversationID) async {
        endings[conversation]?.cancel()
        endings[conversation] = Task {
            guard (try? await api.clock.sleep(Self.endsAfter)) != nil, !Task.isCancelled else { return }
            // Forgotten and not cancelled: it is this task that tells.
            endings[conversation] = nil
            await stop(in: conversation)
        }
        let now = api.clock.now()
        if let before = told[conversation], (0..<Self.every).contains(now.timeIntervalSince(before)) { return }
        told[conversation] = now
        await tell(true, conversation)
    }

    func stop(in conversation: ConversationID) async {
        endings.removeValue(forKey: conversation)?.cancel()
        guard told.removeValue(forKey: conversation) != nil else { return }
        await tell(false, conversation)
    }

    /// A message ends it by itself.
    func sent(to conversation: ConversationID) {
        endings.removeValue(forKey: conversation)?.cancel()
        told[conversation] = nil
    }

    /// Somebody else may log in next, and has not typed.
    func forget() {
        for ending in endings.values { ending.cancel() }
        (told, endings) = ([:], [:])
    }

    private func tell(_ isTyping: Bool, _ conversation: ConversationID) async {
        // Worth one attempt: it is over before another would come.
        guard let call = try? Call.put("/conversations/\(conversation)/typing", ["typing": isTyping]) else { return }
        _ = try? await api.send(call, patience: .once)
    }
}
