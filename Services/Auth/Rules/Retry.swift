import CareModels
import Foundation

/// When what could not be sent, a mail or a logout token, is tried again: after 10 seconds, then after twice as long each time, up to a quarter of an hour.
enum Retry {
    private static let backoff = Backoff(first: .seconds(10), most: .seconds(900))
    /// So long a replica has it for itself: longer than sending may take.
    static let lease: TimeInterval = 120

    enum Step: Equatable { case again(at: Date), giveUp }

    /// After so many tries (1 or more). `isRefused`: who should take it will not, however often they are asked.
    static func step(after attempts: Int, isRefused: Bool = false, deadline: Date, now: Date) -> Step {
        let next = now.addingTimeInterval(backoff.wait(after: attempts).seconds)
        return isRefused || next >= deadline ? .giveUp : .again(at: next)
    }
}
