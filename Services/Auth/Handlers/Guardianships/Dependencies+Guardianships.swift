import CareModels
import HTTP

extension Dependencies {
    /// The account of the path, whose guardianships the caller may see or change: their own, or anybody's for an operator with the power.
    func guardianshipParty(_ request: Request, scope: String) throws -> UserID {
        let id = try request.id("id", of: User.self)
        let caller = request.identity
        switch GuardianshipAccess.decide(caller: caller.userID, role: caller.role, scopes: caller.scopes, target: id, scope: scope) {
        case .allowed: return id
        case .needsScope(let scope): throw Problem.insufficientScope([scope])
        case .hidden: throw Refusal.noSuchUser
        }
    }

    func tellOfGuardianship(in language: Language) -> TellOfGuardianship {
        TellOfGuardianship(post: post, mails: mails.written(in: language), now: now)
    }

    func inviteGuardian(in language: Language) -> InviteGuardian { InviteGuardian(tell: tellOfGuardianship(in: language), now: now, newID: newID) }

    func acceptGuardianship(in language: Language) -> AcceptGuardianship { AcceptGuardianship(tell: tellOfGuardianship(in: language), now: now) }

    func endGuardianship(in language: Language) -> EndGuardianship { EndGuardianship(tell: tellOfGuardianship(in: language), now: now) }
}
