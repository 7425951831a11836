import CareModels
import Foundation
import Synchronization

/// What one request does with somebody's record, as it comes to be known on the way: the handler's wrapper begins it, `access` says whose record it is, each
/// write says what it wrote, and a handler that knows more says that. Whoever knows nothing of it is noted all the same, by the route and the answer.
final class AccessTrail: Sendable {
    /// Of the request that is being answered.
    @TaskLocal static var current: AccessTrail?

    private struct State {
        var event: AccessEvent
        var owner: UserID?
        var standing = AccessStanding.owner
        var changes: Int?
        var isNoted = false
        var permissions: RecordPermissions?
        var scopes: Set<String> = []
        var isForRecord = false
        /// It was written under the person's lock, which saw that their consents are the same still.
        var isDecided = false
    }

    private let state: Mutex<State>

    init(_ event: AccessEvent) { state = Mutex(State(event: event)) }

    /// Whose record it is; before it is known whether they are let in.
    func concerns(_ owner: UserID, for purpose: Purpose) {
        state.withLock {
            $0.owner = owner
            $0.event.purpose = purpose
        }
    }

    /// They are, and by what. `changes`: how often the person's consents were changed by then, where it hangs on them.
    func letIn(_ standing: AccessStanding, changes: Int?) {
        state.withLock { state in
            state.standing = standing
            state.changes = changes
            switch standing {
            case .owner: state.event.basis = .own
            case .guardian: state.event.basis = .guardian
            case .machine: state.event.basis = .machine
            case .given(let given):
                let overrides = given.allowances.compactMap { if case .override(let id) = $0.source { id } else { nil } }
                let consents = given.allowances.compactMap { if case .consent(let id) = $0.source { id.uuid } else { nil } }
                // Whoever reads on without consent is noted so, whatever was given beside it.
                let isOverride = !overrides.isEmpty || consents.isEmpty
                state.event.basis = isOverride ? .breakGlass : .consent
                if isOverride { state.event.purpose = .breakGlass }
                state.event.sources = Set(consents + overrides).sorted { $0.uuidString < $1.uuidString }
            }
        }
    }

    /// What their token says, for what is done for them later.
    func may(_ permissions: RecordPermissions, scopes: Set<String>, isForRecord: Bool) {
        state.withLock { state in
            state.permissions = permissions
            state.scopes = scopes
            state.isForRecord = isForRecord
        }
    }

    /// Who would hear of what they subscribe to, and what they may read by now. Nil for a machine, which has no feed.
    var subscriber: (SubscriptionTerms.Subscriber, RecordPermissions)? {
        state.withLock { state in
            guard let user = state.event.actor, let permissions = state.permissions else { return nil }
            let subscriber = SubscriptionTerms.Subscriber(
                user: user, guardian: state.event.guardian, role: state.event.role, client: state.event.client, scopes: state.scopes,
                isForRecord: state.isForRecord, purpose: state.event.purpose)
            return (subscriber, permissions)
        }
    }

    /// What was found, by a handler that knows: of which types, and how many. Of what somebody finds in their own record no more is kept.
    func found(_ things: [AccessEvent.Thing], count: Int) {
        state.withLock { state in
            if state.standing == .owner {
                state.event.things = Set(things.map(\.type)).sorted().map { AccessEvent.Thing(action: .read, type: $0) }
            } else {
                state.event.things = Array(things.prefix(AccessEvent.mostThings))
            }
            state.event.count = count
        }
    }

    /// A file of an export, with resources of one type: those that are in it are sent while they are read, and were found when it was made.
    func reads(_ file: String, of type: String) {
        state.withLock { state in
            state.event.things = [AccessEvent.Thing(action: .read, type: type)]
            state.event.file = file
        }
    }

    /// What a search asks by, whether or not it finds anything.
    func asks(_ query: SearchQuery) {
        let names = Set(query.given.map { $0.name.shortened }).sorted().prefix(AccessEvent.mostParameters)
        if !names.isEmpty { state.withLock { $0.event.parameters = Array(names) } }
    }

    /// Nothing has to be decided anew, whatever the person changes from now on.
    func wasWritten() { state.withLock { $0.isDecided = true } }

    var standing: AccessStanding { state.withLock(\.standing) }
    var changes: Int? { state.withLock(\.changes) }
    var writer: AccessEvent { state.withLock(\.event) }

    /// What a write of these notes, in its own commit. Nothing more is to be noted when the answer is good.
    func written(_ things: [AccessEvent.Thing], count: Int) -> AccessEvent {
        state.withLock { state in
            state.isNoted = true
            var event = state.event
            event.things = things
            event.count = count == things.count ? nil : count
            if things.contains(where: { $0.action != .read }), let action = things.first?.action, things.allSatisfy({ $0.action == action }), things.count == 1 {
                event.action = action
            }
            return event
        }
    }

    /// What is to be noted of an answer: nil when it concerns nobody's record, or was noted by what it wrote.
    func ended(_ status: Int) -> (owner: UserID, event: AccessEvent, changes: Int?)? {
        state.withLock { state in
            guard let owner = state.owner, !(state.isNoted && status < 400) else { return nil }
            state.event.status = status
            return (owner, state.event, status < 400 && !state.isDecided ? state.changes : nil)
        }
    }
}
