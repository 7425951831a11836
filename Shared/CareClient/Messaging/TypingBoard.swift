import CareModels
import Foundation

/// Who types where, and for how much longer that is shown.
actor TypingBoard {
    private let clock: CareClock
    private var shown: [ConversationID: Broadcast<Set<UserID>>] = [:]
    private var endings: [Key: Task<Void, Never>] = [:]

    private struct Key: Hashable {
        var conversation: ConversationID
        var person: UserID
    }

    /// As long as the server says.
    static let lasts = Duration.seconds(20)

    init(clock: CareClock) { self.clock = clock }

    func follow(_ conversation: ConversationID) -> AsyncStream<Set<UserID>> { board(conversation).follow() }

    func hear(_ person: UserID, in conversation: ConversationID, isTyping: Bool) {
        let key = Key(conversation: conversation, person: person)
        let board = board(conversation)
        endings.removeValue(forKey: key)?.cancel()
        board.set(isTyping ? board.value.union([person]) : board.value.subtracting([person]))
        guard isTyping else { return }
        endings[key] = Task {
            // Whoever types on may say so just when it would be over.
            guard (try? await clock.sleep(Self.lasts)) != nil, !Task.isCancelled else { return }
            hear(person, in: conversation, isTyping: false)
        }
    }

    /// What one was told is not shown to whoever comes.
    func forget() {
        for ending in endings.values { ending.cancel() }
        endings = [:]
        for board in shown.values { board.set([]) }
    }

    private func board(_ conversation: ConversationID) -> Broadcast<Set<UserID>> {
        if let board = shown[conversation] { return board }
        let board = Broadcast<Set<UserID>>([])
        shown[conversation] = board
        return board
    }
}
