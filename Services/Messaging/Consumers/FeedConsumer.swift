import CareModels
import Outbox

/// Every replica hears `care.feed.v1` for itself: the streams that it holds are woken, whichever replica committed the entry.
enum FeedConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        .broadcast("feed", topic: .feed) { received in
            switch received.type {
            case FeedAdvanced.type:
                // Of most nobody is here: every replica hears of every feed.
                guard dependencies.hub.serves(UserID(received.subject)), let event = try? received.decode(FeedAdvanced.self) else { return }
                dependencies.hub.wake(event.userId, sequence: event.sequence)
            case FeedTyping.type:
                guard let event = try? received.decode(FeedTyping.self) else { return }
                dependencies.hub.hear(event)
            default: break
            }
        }
    }
}
