import CareModels
import HTTP

extension Dependencies {
    /// The account of the path, whose guardianships the caller may see or change: their own, or anybody's for an operator with the power.
    func guardianshipParty(_ request: Request, scope: String) async throws -> UserID {
        let id = try request.id("id", of: User.self)
        try await requireAccount(id, scope: scope, request)
        return id
    }

    /// In which language those are told who have named none: in that of a request of the account's own person, and not in an operator's.
    func language(of request: Request, about party: UserID) -> Language? { request.identity.userID == party ? request.language : nil }

    func tellOfGuardianship(in language: Language?) -> TellOfGuardianship {
        TellOfGuardianship(post: post, mails: mails.written(in: language), now: now)
    }

    func inviteGuardian(in language: Language?) -> InviteGuardian { InviteGuardian(tell: tellOfGuardianship(in: language), now: now, newID: newID) }

    func acceptGuardianship(in language: Language) -> AcceptGuardianship { AcceptGuardianship(tell: tellOfGuardianship(in: language), now: now) }

    func endGuardianship(in language: Language?) -> EndGuardianship { EndGuardianship(tell: tellOfGuardianship(in: language), now: now) }
}
