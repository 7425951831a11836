import CareModels
import Foundation
import Testing

@testable import CareClient

/// A session, event by event.
@Suite(.timeLimit(.minutes(3))) struct SessionMachineTests {
    typealias Event = SessionMachine.Event
    typealias Effect = SessionMachine.Effect

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var before: [Event]
        var event: Event
        var effects: [Effect]
        var phase: SessionMachine.Phase

        var testDescription: String { name }
    }

    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    static let user = UserID(UUID.v7())
    static let old = tokens("old", 20)
    static let good = tokens("good", 600)
    static let other = tokens("other", 600)

    static func tokens(_ name: String, _ seconds: TimeInterval, refresh: String? = "r") -> Tokens {
        Tokens(userID: user, accessToken: name, expiresAt: now.addingTimeInterval(seconds), refreshToken: refresh, scope: "")
    }

    static let stranger = Tokens(userID: UserID(UUID.v7()), accessToken: "theirs", expiresAt: now.addingTimeInterval(600), refreshToken: "r", scope: "")

    static func kept(_ tokens: Tokens?) -> KeptSession { KeptSession(userID: user, tokens: tokens) }

    /// A login came while the one before was refreshed, and is refreshed itself.
    static let again: [Event] = [.restored(kept(old)), .asked(now: now), .loggedIn(other), .refused("other")]

    static let cases = [
        Case(name: "nobody", before: [.restored(nil)], event: .asked(now: now), effects: [.fail(.loggedOut)], phase: .loggedOut),
        Case(name: "somebody", before: [.restored(kept(good))], event: .asked(now: now), effects: [.hand("good")], phase: .loggedIn(good)),
        Case(name: "somebody whose session had ended", before: [.restored(kept(nil))], event: .asked(now: now), effects: [.fail(.expired)], phase: .expired(user)),
        Case(name: "a token in its last seconds is replaced", before: [.restored(kept(old))], event: .asked(now: now), effects: [.refresh(old)], phase: .loggedIn(old)),
        Case(name: "once", before: [.restored(kept(old)), .asked(now: now)], event: .asked(now: now), effects: [], phase: .loggedIn(old)),
        Case(
            name: "and all get the new one", before: [.restored(kept(old)), .asked(now: now)], event: .refreshed(good, of: old), effects: [.hand("good")],
            phase: .loggedIn(good)),
        Case(name: "a login", before: [.restored(nil)], event: .loggedIn(good), effects: [.keep(kept(good)), .hand("good")], phase: .loggedIn(good)),
        Case(name: "a token that is refused is replaced", before: [.restored(kept(good))], event: .refused("good"), effects: [.refresh(good)], phase: .loggedIn(good)),
        Case(name: "one that was replaced meanwhile is not", before: [.restored(kept(good))], event: .refused("older"), effects: [.hand("good")], phase: .loggedIn(good)),
        Case(
            name: "the network is away: nothing ends", before: [.restored(kept(old)), .asked(now: now)], event: .refreshFailed(.offline, of: old),
            effects: [.fail(.offline)], phase: .loggedIn(old)),
        Case(
            name: "the session has ended", before: [.restored(kept(old)), .asked(now: now)], event: .refreshFailed(.expired, of: old),
            effects: [.keep(kept(nil)), .fail(.expired)], phase: .expired(user)),
        Case(
            name: "there is nothing to refresh it with", before: [.restored(kept(tokens("old", 20, refresh: nil)))], event: .asked(now: now),
            effects: [.keep(kept(nil)), .fail(.expired)], phase: .expired(user)),
        Case(name: "a logout", before: [.restored(kept(good))], event: .loggedOut, effects: [.keep(nil), .fail(.loggedOut)], phase: .loggedOut),
        Case(
            name: "a refresh that comes after it", before: [.restored(kept(old)), .asked(now: now), .loggedOut], event: .refreshed(good, of: old), effects: [],
            phase: .loggedOut),
        Case(
            name: "a refresh that comes after another login", before: [.restored(kept(old)), .asked(now: now), .loggedIn(other)], event: .refreshed(good, of: old),
            effects: [], phase: .loggedIn(other)),
        Case(
            name: "another process has logged out meanwhile", before: [.restored(kept(old)), .asked(now: now)], event: .replaced(by: nil, of: old),
            effects: [.fail(.loggedOut)], phase: .loggedOut),
        Case(
            name: "or somebody else in: nothing is done as they that another has asked for", before: [.restored(kept(old)), .asked(now: now)],
            event: .replaced(by: KeptSession(userID: stranger.userID, tokens: stranger), of: old), effects: [.fail(.loggedOut)], phase: .loggedIn(stranger)),
        Case(
            name: "which says nothing of a login that came here since", before: [.restored(kept(old)), .asked(now: now), .loggedIn(other)],
            event: .replaced(by: nil, of: old), effects: [], phase: .loggedIn(other)),
        Case(
            name: "or fails after it", before: [.restored(kept(old)), .asked(now: now), .loggedIn(other)], event: .refreshFailed(.expired, of: old), effects: [],
            phase: .loggedIn(other)),
        Case(name: "also while that one is refreshed: it ends nothing", before: again, event: .refreshFailed(.expired, of: old), effects: [], phase: .loggedIn(other)),
        Case(name: "nor takes its place", before: again, event: .refreshed(good, of: old), effects: [], phase: .loggedIn(other)),
        Case(name: "nor has anybody else taken it", before: again, event: .replaced(by: nil, of: old), effects: [], phase: .loggedIn(other)),
        Case(name: "whose own refresh does", before: again, event: .refreshed(good, of: other), effects: [.hand("good")], phase: .loggedIn(good))
    ]

    @Test(arguments: cases) func each(_ each: Case) {
        var machine = SessionMachine()
        for event in each.before { _ = machine.handle(event) }
        #expect(machine.handle(each.event) == each.effects)
        #expect(machine.phase == each.phase)
    }
}
