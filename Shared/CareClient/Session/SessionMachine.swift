import CareModels
import Foundation

/// What a session is and does, as a function of what happens to it.
struct SessionMachine: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        case loggedOut
        case loggedIn(Tokens)
        /// It ended by itself; the person may log in again.
        case expired(UserID)
    }

    enum Event: Equatable, Sendable {
        case restored(KeptSession?)
        case loggedIn(Tokens)
        /// Somebody needs a token.
        case asked(now: Date)
        /// The server did not take this one.
        case refused(String)
        /// What came of a refresh, and of which tokens: where others are in their place by now, it says nothing.
        case refreshed(Tokens, of: Tokens)
        case refreshFailed(CareError, of: Tokens)
        /// Another process of this app has logged out meanwhile, or somebody else in.
        case replaced(by: KeptSession?, of: Tokens)
        case loggedOut
    }

    enum Effect: Equatable, Sendable {
        /// To all who wait.
        case hand(String)
        case fail(CareError)
        case refresh(Tokens)
        case keep(KeptSession?)
    }

    private(set) var phase = Phase.loggedOut
    private(set) var isRefreshing = false

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .restored(let kept):
            phase = Self.phase(of: kept)
            return []
        case .loggedIn(let tokens):
            phase = .loggedIn(tokens)
            // An earlier session's refresh comes too late; whoever waits for it takes the new token.
            isRefreshing = false
            return [.keep(KeptSession(userID: tokens.userID, tokens: tokens)), .hand(tokens.accessToken)]
        case .asked(let now): return asked(now)
        case .refused(let token): return refused(token)
        case .refreshed(let tokens, let old):
            guard phase == .loggedIn(old) else { return [] }
            isRefreshing = false
            phase = .loggedIn(tokens)
            return [.hand(tokens.accessToken)]
        case .refreshFailed(let error, let old):
            guard phase == .loggedIn(old) else { return [] }
            isRefreshing = false
            return error == .expired ? end(old.userID) : [.fail(error)]
        case .replaced(let kept, let old):
            guard phase == .loggedIn(old) else { return [] }
            isRefreshing = false
            phase = Self.phase(of: kept)
            // What was asked for by one person is not done as another.
            return [.fail(.loggedOut)]
        case .loggedOut:
            phase = .loggedOut
            isRefreshing = false
            return [.keep(nil), .fail(.loggedOut)]
        }
    }

    /// Whose session it is, of one that has ended by itself too.
    var person: UserID? {
        switch phase {
        case .loggedOut: nil
        case .loggedIn(let tokens): tokens.userID
        case .expired(let user): user
        }
    }

    var refreshToken: String? { if case .loggedIn(let tokens) = phase { tokens.refreshToken } else { nil } }

    private static func phase(of kept: KeptSession?) -> Phase {
        guard let kept else { return .loggedOut }
        return kept.tokens.map { .loggedIn($0) } ?? .expired(kept.userID)
    }

    private mutating func asked(_ now: Date) -> [Effect] {
        switch phase {
        case .loggedOut: return [.fail(.loggedOut)]
        case .expired: return [.fail(.expired)]
        case .loggedIn where isRefreshing: return []
        case .loggedIn(let tokens): return tokens.isGood(at: now) ? [.hand(tokens.accessToken)] : refresh(tokens)
        }
    }

    private mutating func refused(_ token: String) -> [Effect] {
        switch phase {
        case .loggedOut: return [.fail(.loggedOut)]
        case .expired: return [.fail(.expired)]
        case .loggedIn where isRefreshing: return []
        // It was replaced while the request was on its way.
        case .loggedIn(let tokens) where tokens.accessToken != token: return [.hand(tokens.accessToken)]
        case .loggedIn(let tokens): return refresh(tokens)
        }
    }

    private mutating func refresh(_ tokens: Tokens) -> [Effect] {
        guard tokens.refreshToken != nil else { return end(tokens.userID) }
        isRefreshing = true
        return [.refresh(tokens)]
    }

    /// Whose it was stays known: their cache and what they have yet to send wait for them.
    private mutating func end(_ user: UserID) -> [Effect] {
        phase = .expired(user)
        return [.keep(KeptSession(userID: user, tokens: nil)), .fail(.expired)]
    }
}
