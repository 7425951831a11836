import CareModels
import Foundation
import HTTP

/// What begins and ends a ceremony with a passkey, on pages and for apps alike.
struct PasskeyCeremonies: Sendable {
    let dependencies: Dependencies

    /// Who began one, and so may end it.
    enum Holder: Sendable {
        case session(SessionID)
        case browser(String)

        var hash: [UInt8] {
            switch self {
            case .session(let id): Secret.hash("session \(id)")
            case .browser(let id): Secret.hash("browser \(id)")
            }
        }
    }

    /// Somebody who makes a passkey, and where they have signed in.
    struct Maker: Sendable {
        var userID: UserID
        var holder: Holder
        var place: SignInPlace
        var language: Language
        var origin: Origin
    }

    private func party() throws -> RelyingParty {
        guard let party = dependencies.relyingParty else { throw Refusal.noPasskeysHere }
        return party
    }

    private func begin(_ ceremony: PasskeyClientData.Ceremony, of user: UserID?, by holder: Holder) async throws -> [UInt8] {
        let bytes = Secret.random(bytes: Passkey.challengeSize)
        let (begin, challenge) = (BeginPasskey(now: dependencies.now), PasskeyChallenge(ceremony: ceremony, userID: user, holder: holder.hash))
        try await dependencies.pool.transaction { tx in try await begin(challenge, bytes: bytes, tx) }
        return bytes
    }

    private func take(_ bytes: [UInt8], for ceremony: PasskeyClientData.Ceremony, by holder: Holder) async throws -> PasskeyChallenge {
        let take = TakePasskeyChallenge(now: dependencies.now)
        let taken = try await dependencies.pool.transaction { tx in try await take(bytes, for: ceremony, by: holder.hash, tx) }
        guard let taken else { throw PasskeyRefusal.challenge }
        return taken
    }

    func beginRegistration(of id: UserID, by holder: Holder) async throws -> PasskeyCreationView {
        let party = try party()
        let challenge = try await begin(.registration, of: id, by: holder)
        let (user, passkeys) = try await dependencies.pool.withConnection { connection in (try await connection.user(id), try await connection.passkeys(of: id)) }
        guard let user else { throw Refusal.noSuchUser }
        return PasskeyCreationView(party, for: user, challenge: challenge, besides: passkeys)
    }

    /// With recovery codes, as they are shown, where it is the first factor.
    func register(_ sent: PasskeyRegistration.Sent, named name: String, by maker: Maker) async throws -> (passkey: PasskeyRecord, recoveryCodes: [String]?) {
        let registration = try PasskeyRegistration(sent, for: try party())
        guard PasskeyPublicKey(registration.credential.publicKey)?.isKey == true else { throw PasskeyRefusal.unknownKey }
        guard try await take(registration.challenge, for: .registration, by: maker.holder).userID == maker.userID else { throw PasskeyRefusal.challenge }
        let register = RegisterPasskey(tell: dependencies.tellOfAccount(in: maker.language), now: dependencies.now, newID: dependencies.newID)
        let (shown, kept) = dependencies.newRecoveryCodes()
        let made = try await dependencies.pool.transaction { tx in
            try await register(registration, named: name, of: maker.userID, in: maker.place, recovery: kept, from: maker.origin, tx)
        }
        return (made.passkey, made.tookRecoveryCodes ? shown : nil)
    }

    /// Of `user`, where it is known who is to sign in.
    func beginSignIn(of user: UserID?, by holder: Holder) async throws -> PasskeyRequestView {
        let party = try party()
        let challenge = try await begin(.signIn, of: user, by: holder)
        guard let user else { return PasskeyRequestView(party, challenge: challenge, among: []) }
        let passkeys = try await dependencies.pool.withConnection { try await $0.passkeys(of: user) }
        return PasskeyRequestView(party, challenge: challenge, among: passkeys)
    }

    /// Who has signed in with their passkey, and when their account is erased where that was asked for: then the browser is not logged in.
    func signIn(_ sent: PasskeyAssertion.Sent, by holder: Holder, _ browser: BrowserLogin, from origin: Origin) async throws -> (user: UserRecord, eraseAt: Date?) {
        do {
            let assertion = try PasskeyAssertion(sent, for: try party())
            let claimed = try await take(assertion.challenge, for: .signIn, by: holder).userID
            let allowances = dependencies.allowances
            let pace: @Sendable (UserID) throws -> Void = { user in
                if let seconds = allowances.wait(toLogIn: user, from: origin) { throw LoginRefusal.blocked(seconds) }
            }
            let logIn = LogInWithPasskey(begin: dependencies.beginBrowserSession, pace: pace, now: dependencies.now)
            let signedIn = try await dependencies.pool.transaction { tx in try await logIn(assertion, claimed: claimed, browser, from: origin, tx) }
            AuthMetrics.logins("succeeded").add()
            return signedIn
        } catch let refusal as PasskeyRefusal {
            if let reason = AuditEntry.Reason(refusal) { try await writeDown(reason, sent, from: origin) }
            AuthMetrics.logins("failed").add()
            throw refusal
        } catch Refusal.suspended {
            try await writeDown(.suspended, sent, from: origin)
            throw Refusal.suspended
        } catch Refusal.passwordToBeChanged {
            try await writeDown(.passwordToBeChanged, sent, from: origin)
            throw Refusal.passwordToBeChanged
        }
    }

    private func writeDown(_ reason: AuditEntry.Reason, _ sent: PasskeyAssertion.Sent, from origin: Origin) async throws {
        guard let credential = Base64URL.decode(sent.rawId) else { return }
        // Whoever has seen a passkey's id sends it with whatever signature.
        guard dependencies.allowances.isWorthALine(.loginRefused, of: credential, from: origin, dependencies.tally) else { return }
        let refuse = RefusePasskey(now: dependencies.now)
        try await dependencies.pool.transaction { tx in try await refuse(credential, reason: reason, from: origin, tx) }
    }
}

extension AuditEntry.Reason {
    /// Nil of what says nothing of a passkey.
    fileprivate init?(_ refusal: PasskeyRefusal) {
        switch refusal {
        case .copied: self = .copiedPasskey
        case .wrong, .notVerified: self = .wrongPasskey
        case .challenge, .malformed, .unknownKey, .taken: return nil
        }
    }
}
