import CareModels

/// Who may talk with whom.
///
/// A conversation has at most one patient: nobody's health is talked about before another patient. A patient may write to any
/// provider; a provider to providers, and to patients whom they share an appointment or a conversation with. A provider for whom nobody vouches begins none, and comes
/// into none; in those that they are in they go on.
enum ConversationRule {
    static let mostParticipants = 10
    /// Of one person: each is a stretch of its own of what they may read, and is looked at with every page that they ask for.
    static let mostDepartures = 100

    enum Refusal: Error, Equatable {
        case alone
        /// Are named at its beginning.
        case tooMany(Int)
        /// There is no room for one more.
        case full(Int)
        /// They have left so often that they are not brought in again.
        case leftTooOften(Int)
        /// Unknown, erased, a provider for whom nobody vouches, another patient, a patient who is not theirs, or one of them blocks another: all the same, since the difference would
        /// tell something.
        case notAllowed
        case locked
        case onlyProviders
        /// Another's proposal, to another.
        case notTheirs
        case patientErased
        case patientLeft
    }

    /// The patient among those who would talk, when there is one. `others` without `starter`; nil stands for an unknown person;
    /// `related`: patients whom the starter cares for; `isAnyBlocked`: whether anyone of them all blocks another one.
    static func start(by starter: Person, with others: [Person?], related: Set<UserID>, isAnyBlocked: Bool) throws(Refusal) -> UserID? {
        guard !others.isEmpty else { throw .alone }
        guard others.count < mostParticipants else { throw .tooMany(mostParticipants) }
        guard starter.isVerified, !isAnyBlocked else { throw .notAllowed }
        var patient = starter.role == .patient ? starter.id : nil
        for other in others {
            guard let other, !other.isErased, other.isVerified else { throw .notAllowed }
            switch other.role {
            case .provider?: break
            case .patient?:
                guard patient == nil, related.contains(other.id) else { throw .notAllowed }
                patient = other.id
            default: throw .notAllowed
            }
        }
        return patient
    }

    /// Only a provider is added: the patient stays the only one. `isBlocked`: they block one who is there, or one who is there blocks them.
    static func add(_ newcomer: Person?, to participants: [UserID], isBlocked: Bool = false) throws(Refusal) {
        guard !isBlocked, let newcomer, !newcomer.isErased, newcomer.isVerified, newcomer.role == .provider else { throw .notAllowed }
        try checkRoom(in: participants.count)
    }

    /// For one more, where there are so many, those who are proposed included.
    static func checkRoom(in count: Int) throws(Refusal) {
        guard count < mostParticipants else { throw .full(mostParticipants) }
    }

    /// Of somebody who has left so often.
    static func checkReturn(after departures: Int) throws(Refusal) {
        guard departures < mostDepartures else { throw .leftTooOften(mostDepartures) }
    }

    /// Whether this one adds somebody, or only proposes them: about a patient others read with their word alone.
    static func isWordGiven(by user: UserID, patient: UserID?) -> Bool { patient == nil || patient == user }

    /// The patient declines, and whoever proposed it takes it back.
    static func decline(by user: UserID, patient: UserID?, proposer: UserID) throws(Refusal) {
        guard user == patient || user == proposer else { throw .notTheirs }
    }

    /// Providers close and reopen, as long as the patient is there. `gone`: the patient, when they take part no more.
    static func closeOrReopen(by role: Role, gone: Person?) throws(Refusal) {
        guard role == .provider else { throw .onlyProviders }
        if let gone { throw gone.isErased ? .patientErased : .patientLeft }
    }
}
