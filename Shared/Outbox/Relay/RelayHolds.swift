import CareModels
import Foundation

/// What the relay must not send for now, because something before it failed: one key, one topic, or everything. Decides
/// only; the relay acts.
///
/// A hold is active until `release` finds its time over; then it is on trial: its records are read again from the first
/// unpublished one, a success removes it and a failure makes it longer.
struct RelayHolds: Sendable {
    struct Key: Hashable, Sendable {
        var topic: String
        var subject: UUID
    }

    /// How far a failure reaches.
    enum Scope: Equatable, Sendable { case key, topic, everything }

    /// More keys held than this in one topic: then the topic is what fails.
    static let mostKeys = 500

    private struct Hold {
        var failures = 0
        var until: ContinuousClock.Instant?

        mutating func lengthen(_ backoff: Backoff, now: ContinuousClock.Instant) {
            guard until == nil else { return }
            failures += 1
            until = now + backoff.jittered(after: failures)
        }

        mutating func release(now: ContinuousClock.Instant) {
            if let end = until, end <= now { until = nil }
        }
    }

    private var keyHolds: [Key: Hold] = [:]
    private var topicHolds: [String: Hold] = [:]
    private var everything = Hold()
    private let backoff: Backoff

    init(backoff: Backoff) { self.backoff = backoff }

    var activeKeys: [Key] { keyHolds.filter { $0.value.until != nil }.map(\.key) }
    /// Keys that wait or are on trial.
    var keyCount: Int { keyHolds.count }
    var activeTopics: [String] { topicHolds.filter { $0.value.until != nil }.map(\.key) }
    var holdsEverything: Bool { everything.until != nil }

    /// True while a record of this key must wait.
    func holds(_ key: Key) -> Bool {
        holdsEverything || topicHolds[key.topic]?.until != nil || keyHolds[key]?.until != nil
    }

    /// When the earliest hold ends.
    var nextRelease: ContinuousClock.Instant? {
        var ends = keyHolds.values.compactMap(\.until)
        ends += topicHolds.values.compactMap(\.until)
        if let end = everything.until { ends.append(end) }
        return ends.min()
    }

    mutating func hold(_ key: Key, _ scope: Scope, now: ContinuousClock.Instant) {
        switch scope {
        case .everything:
            everything.lengthen(backoff, now: now)
        case .topic:
            topicHolds[key.topic, default: Hold()].lengthen(backoff, now: now)
        case .key:
            keyHolds[key, default: Hold()].lengthen(backoff, now: now)
            let sameTopic = keyHolds.keys.count { $0.topic == key.topic }
            guard sameTopic > Self.mostKeys else { return }
            topicHolds[key.topic, default: Hold()].lengthen(backoff, now: now)
            keyHolds = keyHolds.filter { $0.key.topic != key.topic }
        }
    }

    /// Records of these keys were acknowledged, and none of theirs failed.
    mutating func succeeded(_ keys: some Sequence<Key>) {
        guard everything.failures > 0 || !topicHolds.isEmpty || !keyHolds.isEmpty else { return }
        for key in keys {
            everything = Hold()
            topicHolds[key.topic] = nil
            keyHolds[key] = nil
        }
    }

    /// Whatever may be sent was looked for, and nothing is there: what the holds on trial kept back has gone from the outbox (its person was erased, or an
    /// operator took it away), so that no success will ever end them. Of the keys of a held topic nothing is known.
    mutating func foundNothing() {
        if everything.until == nil { everything = Hold() }
        topicHolds = topicHolds.filter { $0.value.until != nil }
        keyHolds = keyHolds.filter { $0.value.until != nil || topicHolds[$0.key.topic] != nil }
    }

    /// Puts the holds whose time is over on trial.
    mutating func release(now: ContinuousClock.Instant) {
        everything.release(now: now)
        for key in keyHolds.keys { keyHolds[key]?.release(now: now) }
        for topic in topicHolds.keys { topicHolds[topic]?.release(now: now) }
    }
}
