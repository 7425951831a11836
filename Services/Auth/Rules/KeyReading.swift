import Foundation

/// When the keys at a client's address are read: again after ten minutes, or sooner where its server says so, for a key that is not among them too, and never
/// twice within a minute. While that server is away those that are known serve for an hour from their last reading: its restart shuts no machine
/// out, and no key that was taken out there lasts longer.
enum KeyReading {
    static let fresh: TimeInterval = 600
    static let stale: TimeInterval = 3600
    static let pause: TimeInterval = 60

    /// How long they are not read again, in seconds, by what their server says of it (`Cache-Control`: RFC 9111, 5.2.2; SMART App Launch 2.2).
    static func kept(by cacheControl: String?) -> TimeInterval {
        var seconds = fresh
        for part in (cacheControl ?? "").lowercased().split(separator: ",") {
            let directive = part.trimmingCharacters(in: .whitespaces)
            if directive == "no-store" || directive == "no-cache" { return 0 }
            if directive.hasPrefix("max-age="), let age = UInt32(directive.dropFirst(8)) { seconds = min(seconds, TimeInterval(age)) }
        }
        return seconds
    }

    /// `readAt` when they came, to be kept for so many seconds, `triedAt` when they were last asked for; `knows`: the key that is wanted is among them.
    static func isDue(readAt: Date?, keptFor: TimeInterval = fresh, triedAt: Date?, knows: Bool, now: Date) -> Bool {
        if let triedAt, now.timeIntervalSince(triedAt) < pause { return false }
        guard let readAt, knows else { return true }
        return now.timeIntervalSince(readAt) >= keptFor
    }

    /// Whether a server that answers so says that it has none, and is not away.
    static func areGone(_ status: Int) -> Bool { status == 404 || status == 410 }

    static func isUsable(readAt: Date?, now: Date) -> Bool { readAt.map { now.timeIntervalSince($0) < stale } ?? false }
}
