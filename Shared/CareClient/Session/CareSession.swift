import CareModels
import Foundation

/// Who is logged in, and the tokens that say so: kept in the keychain, refreshed once however many calls need it.
public actor CareSession {
    private let authority: Authority
    private let redirect: URL
    private let keychain: Keychain
    private let storage: CareStorage
    private let clock: CareClock
    nonisolated let proofs: Proofs?
    /// Each login, of the person who is logged in already too: it may be for more than the one before.
    nonisolated let logins = Followers<UserID>(most: 1)
    private var machine = SessionMachine()
    private let waiters = Waiters<String>()
    private let shown = Broadcast<SessionState>(.loggedOut)
    /// What becomes of what is stored, before anybody hears of a change.
    private var onChange: (@Sendable (SessionState) async -> Void)?
    private var isUnsupported = false
    /// The keychain holds what was before: it is written again until it takes it.
    private var isUnkept = false
    private var keeping: Task<Void, Never>?
    /// One change is put away after the other.
    private var showing: Task<Void, Never>?
    /// Sessions are ended on the server by one after the other, since a token that is changed for that is good once.
    private var givingBack: Task<Void, Never>?
    /// What is left of them is tried again.
    private var givingBackLater: Task<Void, Never>?
    /// For good.
    private var isOver = false
    /// Whose session was put away last: of a version that is supported no longer nobody sees it.
    private var put = SessionState.loggedOut

    static let name = "session"
    private static let revocations = "revocations"
    private static let again = RetryRule(first: .seconds(30), longest: .seconds(3600))

    init(_ authority: Authority, redirect: URL, keychain: Keychain, storage: CareStorage) throws {
        self.authority = authority
        self.redirect = redirect
        self.keychain = keychain
        self.storage = storage
        clock = authority.clock
        proofs = authority.proofs
        let kept = try keychain.load(Self.name).flatMap { try? Wire.decode(KeptSession.self, from: $0) }
        _ = machine.handle(.restored(kept))
        if let tokens = kept?.tokens { proofs?.note(tokens) }
        put = Self.state(of: machine)
        shown.set(put)
    }

    // MARK: What apps see

    /// Its state as it is now, then whenever it changes.
    public nonisolated var states: AsyncStream<SessionState> { shown.follow() }
    /// As it is now.
    public nonisolated var state: SessionState { shown.value }

    /// Whose session it is, of an expired one too; nil when nobody is logged in.
    public nonisolated var userID: UserID? {
        switch state {
        case .loggedIn(let user), .expired(let user): user
        case .loggedOut, .unsupportedVersion: nil
        }
    }

    /// Logs somebody in. `present` opens an address in a browser that the app's own code does not see into, and gives back the address that the browser was
    /// sent to at the end, which begins with the app's redirect address. Throws ``CareError/login(_:)`` when the person said no, or when what came back is not for
    /// this login, and ``CareError/storage(_:)`` when the keychain does not keep it: then nobody is logged in.
    public func logIn(scopes: [Scope], present: @Sendable (URL) async throws -> URL) async throws {
        try await caring {
            if isUnsupported { throw CareError.unsupportedVersion }
            let metadata = try await authority.metadata()
            let attempt = LoginAttempt(clientID: authority.clientID, redirect: redirect, scopes: scopes)
            guard let address = attempt.address(at: metadata.authorizationEndpoint) else { throw CareError.unreadable("authorization_endpoint") }
            let code = try attempt.code(in: try await present(address), issuer: metadata.issuer)
            let reply = try await authority.exchange(attempt.form(code: code), at: metadata.tokenEndpoint)
            let user = try attempt.user(by: reply.idToken, issuer: metadata.issuer, now: clock.now())
            let tokens = reply.tokens(of: user, now: clock.now())
            do {
                // Who would be logged out at the next start is not logged in now.
                try keychain.save(Self.name, Wire.encode(KeptSession(userID: user, tokens: tokens)))
            } catch {
                if let refreshToken = tokens.refreshToken { try? await authority.revoke(refreshToken) }
                throw error
            }
            // Nobody has the earlier one any more. The browser's login that it came from may be this one's: that stays.
            if let earlier = machine.refreshToken { change(ending: { $0 + [Ending(refreshToken: earlier)] }) }
            await self.handle(.loggedIn(tokens))
            logins.tell([user])
            Task { await self.giveBack() }
        }
    }

    /// Ends the session here at once, with all that was stored of it, and on the server, with the browser's login that it came from: now, or as soon as it can be
    /// reached.
    public func logOut() async {
        if case .loggedIn(let tokens) = machine.phase { change(ending: { $0 + [Ending(tokens)] }) }
        await handle(.loggedOut)
        await giveBack()
    }

    // MARK: For calls

    /// As ``userID``; throws why there is none.
    nonisolated func knownUser() throws(CareError) -> UserID {
        if let userID { return userID }
        throw state == .unsupportedVersion ? CareError.unsupportedVersion : CareError.loggedOut
    }

    /// Whose it is now, before anybody has heard of it.
    var person: UserID? { machine.person }

    /// A token that is good for a while, of this person, if one is named: what somebody has begun is not done as somebody else. Throws `.loggedOut`, `.expired`, or
    /// why there is none just now.
    func token(of person: UserID? = nil) async throws -> String {
        if isUnsupported { throw CareError.unsupportedVersion }
        return try await token(by: .asked(now: clock.now()), of: person)
    }

    /// Another one than this, which the server did not take.
    func token(insteadOf refused: String, of person: UserID? = nil) async throws -> String { try await token(by: .refused(refused), of: person) }

    private func token(by event: SessionMachine.Event, of person: UserID?) async throws -> String {
        try stillIs(person)
        let token = try await waiters.wait { self.perform(self.machine.handle(event)) }
        // Who waits for a token while somebody else logs in gets theirs.
        try stillIs(person)
        return token
    }

    /// Throws `.loggedOut` where it is somebody else's, or nobody's, by now.
    func stillIs(_ person: UserID?) throws(CareError) { if let person, machine.person != person { throw .loggedOut } }

    var tokenExpiresAt: Date? { if case .loggedIn(let tokens) = machine.phase { tokens.expiresAt } else { nil } }

    /// Before anybody hears of a change, `change` has been through.
    func before(_ change: @escaping @Sendable (SessionState) async -> Void) async {
        onChange = change
        await change(state)
    }

    /// Where nobody is logged in here, another process of this app may have logged somebody in since.
    func lookForOthers() async {
        if case .loggedIn = machine.phase { return }
        // What the keychain did not take is ours, and not what another has kept.
        guard !isOver, !isUnkept, let bytes = try? keychain.load(Self.name), let kept = try? Wire.decode(KeptSession.self, from: bytes), kept.tokens != nil
        else { return }
        await handle(.restored(kept))
        logins.tell([kept.userID])
    }

    func judgeVersion(isSupported: Bool) async {
        isUnsupported = !isSupported
        await show()
    }

    /// Ends on the server the sessions that were ended here without its knowledge. What is left is tried again, after pauses that grow.
    func giveBack() async { await giveBack(failures: 0) }

    /// Nothing is tried again any more: what is left is the next client's, as is what the keychain holds.
    func end() {
        isOver = true
        givingBackLater?.cancel()
        keeping?.cancel()
        // Once more, while it is this one's.
        if isUnkept { keepNow() }
    }

    // MARK: Inside

    private func handle(_ event: SessionMachine.Event) async {
        perform(machine.handle(event))
        await show()
    }

    private func perform(_ effects: [SessionMachine.Effect]) {
        // Known to be bound before anybody uses it.
        if case .loggedIn(let tokens) = machine.phase { proofs?.note(tokens) }
        for effect in effects {
            switch effect {
            case .hand(let token): waiters.resume(with: .success(token))
            case .fail(let error): waiters.resume(with: .failure(error))
            case .keep(let kept): keep(kept)
            case .refresh(let tokens):
                // Stopped in the midst, its answer would be lost for longer than the server gives it again.
                let activity = ExpiringActivity("a session is refreshed")
                Task {
                    await self.refresh(tokens)
                    activity.end()
                }
            }
        }
        if effects.contains(where: { if case .keep = $0 { true } else { false } }) { Task { await self.show() } }
    }

    // MARK: What the keychain holds

    private func keep(_ kept: KeptSession?) {
        isUnkept = (try? keychain.save(Self.name, kept.map { try Wire.encode($0) })) == nil
        if isUnkept { keepLater() }
    }

    private func keepLater() {
        guard keeping == nil, !isOver else { return }
        keeping = Task {
            var failures = 0
            while isUnkept {
                failures += 1
                let pause = RetryRule(first: .seconds(1)).pause(after: failures, random: clock.random())
                guard (try? await clock.sleep(pause)) != nil, !isOver else { break }
                // As it is by then.
                if isUnkept { keepNow() }
            }
            keeping = nil
        }
    }

    private func keepNow() { isUnkept = (try? keychain.save(Self.name, keptNow().map { try Wire.encode($0) })) == nil }

    private func keptNow() -> KeptSession? {
        switch machine.phase {
        case .loggedOut: nil
        case .loggedIn(let tokens): KeptSession(userID: tokens.userID, tokens: tokens)
        case .expired(let user): KeptSession(userID: user, tokens: nil)
        }
    }

    // MARK: Inside

    private func refresh(_ tokens: Tokens) async {
        var spent = tokens
        do {
            // For longer than a refresh takes.
            let outcome: SessionMachine.Event = try await ProcessLock.with(storage, "session.lock", atMost: .seconds(40), clock) {
                let found = try kept(for: tokens)
                if case .others(let session) = found { return .replaced(by: session, of: tokens) }
                let known = found.tokens ?? tokens
                // Or have done it already; the token that it spent is worth nothing.
                if known.refreshToken != tokens.refreshToken, known.isGood(at: clock.now()) { return .refreshed(known, of: tokens) }
                // What it got may have aged as well: that is what is spent then, since ours would be taken for a thief's.
                spent = known
                let fresh = try await authority.refresh(known)
                if let made = madeMeanwhile(of: tokens, spent: known) { return made }
                // On disk before it is used: the one before is spent. Where the keychain does not take it, this run has it at least.
                if machine.phase == .loggedIn(tokens) {
                    isUnkept = (try? keychain.save(Self.name, Wire.encode(KeptSession(userID: fresh.userID, tokens: fresh)))) == nil
                }
                return .refreshed(fresh, of: tokens)
            }
            await handle(outcome)
            if isUnkept { keepLater() }
        } catch {
            // The task is the session's own, and nobody cancels it.
            let error = (try? CareError.of(error)) ?? .offline
            if error == .expired, let made = madeMeanwhile(of: tokens, spent: spent) { return await handle(made) }
            await handle(.refreshFailed(error, of: tokens))
        }
    }

    /// What another process of this app has made of the session while `spent` was refreshed: where the same person has logged in again there, that has ended
    /// the one before, and what it has kept stays.
    private func madeMeanwhile(of tokens: Tokens, spent: Tokens) -> SessionMachine.Event? {
        guard let found = try? kept(for: tokens) else { return nil }
        switch found {
        case .others(let session): return .replaced(by: session, of: tokens)
        case .ours(let others):
            guard let others, others.refreshToken != spent.refreshToken else { return nil }
            return .refreshed(others, of: tokens)
        }
    }

    private enum Kept {
        case ours(Tokens?)
        /// Another process of this app has logged out, or somebody else in: what that one has kept stays.
        case others(KeptSession?)

        var tokens: Tokens? { if case .ours(let tokens) = self { tokens } else { nil } }
    }

    /// What the keychain has by now, before and after a refresh, which may take its time.
    private func kept(for tokens: Tokens) throws -> Kept {
        if isUnkept { return .ours(nil) }
        guard let bytes = try keychain.load(Self.name) else { return .others(nil) }
        let found = try? Wire.decode(KeptSession.self, from: bytes)
        if let found, found.userID != tokens.userID { return .others(found) }
        return .ours(found?.tokens)
    }

    /// After what was shown before: else what is put away for one state could end behind what is for the next.
    private func show() async {
        let before = showing
        let task = Task {
            await before?.value
            await putAway()
        }
        showing = task
        await task.value
    }

    private func putAway() async {
        // What is put away takes a moment, in which the state may change again.
        while current != shown.value || Self.state(of: machine) != put {
            let (state, session) = (current, Self.state(of: machine))
            // Who logs out of a version that is supported no longer leaves nothing either.
            if session != state, session == .loggedOut, put != .loggedOut { await onChange?(session) }
            if state != shown.value { await onChange?(state) }
            put = session
            if state == current { shown.set(state) }
        }
    }

    private var current: SessionState { isUnsupported ? .unsupportedVersion : Self.state(of: machine) }

    private static func state(of machine: SessionMachine) -> SessionState {
        switch machine.phase {
        case .loggedOut: .loggedOut
        case .loggedIn(let tokens): .loggedIn(tokens.userID)
        case .expired(let user): .expired(user)
        }
    }

    // MARK: Ending it on the server

    private func giveBack(failures: Int) async {
        givingBackLater?.cancel()
        givingBackLater = nil
        let before = givingBack
        let task = Task {
            await before?.value
            await endAll()
        }
        givingBack = task
        await task.value
        guard !isOver, givingBackLater == nil, !ending().isEmpty else { return }
        let pause = Self.again.pause(after: failures + 1, random: clock.random())
        givingBackLater = Task {
            guard (try? await clock.sleep(pause)) != nil, !Task.isCancelled else { return }
            givingBackLater = nil
            await giveBack(failures: failures + 1)
        }
    }

    private func endAll() async {
        for ending in ending() {
            do {
                try await end(ending)
            } catch {
                // What is refused is worth nothing any more. Who is not the server has refused nothing.
                guard let error = try? CareError.of(error), !error.isWorthRetrying, error != .untrusted else { return }
            }
            change { $0.filter { $0.id != ending.id } }
        }
    }

    private func end(_ ending: Ending) async throws {
        var refreshToken = ending.refreshToken
        if let tokens = ending.tokens {
            do {
                refreshToken = try await endLogin(of: tokens, ending.id).refreshToken
            } catch let error as CareError where !error.isWorthRetrying {
                // Then the session alone, if it is there still.
            }
        }
        if let refreshToken { try await authority.revoke(refreshToken) }
    }

    /// With the session the browser's login that it came from. Returns the session's tokens as they are then.
    private func endLogin(of tokens: Tokens, _ id: String) async throws -> Tokens {
        do {
            try await authority.logOut(tokens)
            return tokens
        } catch CareError.refused(let problem) where problem.status == 401 && tokens.refreshToken != nil {
            // Only the access token had ended. What it is changed for is kept as long as it is needed.
            let fresh = try await authority.refresh(tokens)
            change { $0.map { $0.id == id ? Ending(fresh, id: id) : $0 } }
            try await authority.logOut(fresh)
            return fresh
        }
    }

    private func ending() -> [Ending] {
        let kept = (try? keychain.load(Self.revocations)).flatMap { $0 }
        return kept.flatMap { try? Wire.decode([Ending].self, from: $0) } ?? []
    }

    private func change(ending change: ([Ending]) -> [Ending]) {
        // Another process of this app may do the same just now: what one of the two has noted would be gone, and its session never ended.
        let held = try? ProcessLock.wait(storage, "revocations.lock", atMost: 2)
        defer { withExtendedLifetime(held) {} }
        let rest = change(ending())
        try? keychain.save(Self.revocations, rest.isEmpty ? nil : try Wire.encode(rest))
    }
}
