import CareModels
import Foundation

/// Somebody may act for somebody else: a parent for a child, a child for a parent. It begins when the guardian accepts, and ends when either says so, or at an
/// instant that was named.
struct Guardianship: Equatable, Sendable {
    /// An invitation waits for so long.
    static let patience: TimeInterval = 14 * 86_400
    /// Invitations that one ward may have in a day, so that nobody has others' letter boxes filled, or learns by them who has an account.
    static let mostADay = 10
    /// What is over is kept so long, for that count.
    static let kept: TimeInterval = 30 * 86_400

    enum State: String, Codable, CaseIterable, Sendable { case invited, active, ended }

    /// Who was invited.
    enum Guest: Equatable, Sendable {
        case person(UserID)
        /// In lower case.
        case address(String)
    }

    enum Acceptance: Equatable {
        case accept
        /// They did so before.
        case repeated
        /// It is not theirs to accept, or over: for them it is not there.
        case hidden
    }

    enum Refusal: Error, Equatable {
        /// Nobody acts for those whom others rely on.
        case notOfPatients
        case oneself
        /// An operator, who invites for a ward.
        case actorThemselves
        /// Until the first of the last day is a day old, in seconds.
        case tooMany(wait: Int)
        case noSuchGuardian
        case noSuchGuardianship
    }

    var id: ID<Guardianship>
    var ward: UserID
    /// Nil until somebody accepts who was invited by an address.
    var guardian: UserID?
    var invitedEmail: String?
    var invitedAt: Date
    var acceptedAt: Date?
    var endsAt: Date?
    var endedAt: Date?

    init(id: ID<Guardianship>, ward: UserID, guest: Guest, endsAt: Date?, now: Date) {
        (self.id, self.ward, self.endsAt, invitedAt) = (id, ward, endsAt, now)
        switch guest {
        case .person(let user): guardian = user
        case .address(let address): invitedEmail = address
        }
    }

    init(
        id: ID<Guardianship>, ward: UserID, guardian: UserID?, invitedEmail: String?, invitedAt: Date, acceptedAt: Date?, endsAt: Date?, endedAt: Date?
    ) {
        (self.id, self.ward, self.guardian, self.invitedEmail) = (id, ward, guardian, invitedEmail)
        (self.invitedAt, self.acceptedAt, self.endsAt, self.endedAt) = (invitedAt, acceptedAt, endsAt, endedAt)
    }

    func state(at now: Date) -> State {
        if endedAt != nil || endsAt.map({ $0 <= now }) ?? false { return .ended }
        if acceptedAt != nil { return .active }
        return now.timeIntervalSince(invitedAt) < Self.patience ? .invited : .ended
    }

    /// Whether a person sees it and may end it: the ward, the guardian, and who was invited by an address that they have proved as theirs.
    func concerns(_ user: UserID, provenAddress: String?) -> Bool { user == ward || isGuest(user, provenAddress) }

    func acceptance(by user: UserID, provenAddress: String?, now: Date) -> Acceptance {
        guard user != ward, isGuest(user, provenAddress) else { return .hidden }
        switch state(at: now) {
        case .invited: return .accept
        case .active: return .repeated
        case .ended: return .hidden
        }
    }

    private func isGuest(_ user: UserID, _ provenAddress: String?) -> Bool {
        if let guardian { return guardian == user }
        return provenAddress != nil && invitedEmail == provenAddress?.lowercased()
    }

    /// Whether a ward may invite somebody; `today`: those whom they did in the last day.
    static func checkInvitation(of guest: Guest, to ward: UserID, role: Role, today: DaysInvitations, now: Date) throws(Refusal) {
        guard role == .patient else { throw .notOfPatients }
        guard guest != .person(ward) else { throw .oneself }
        if let wait = today.wait(most: mostADay, now: now) { throw .tooMany(wait: wait) }
    }
}
