import Fetch
import Foundation
import Outgoing
import Postgres
import Telemetry

/// The ends of sessions that clients are to be told of.
struct LogoutRound: Errands {
    /// Bytes of an answer that are read, of which nothing is kept.
    private static let mostRead = 64 << 10

    struct Errand: Sendable {
        var notice: LogoutNotice
        var target: LogoutNotice.Target
    }

    let name = "logout courier"
    let most = 16
    let mostPerReceiver = 2
    let poll: Duration = .seconds(1)

    private let pool: PostgresPool
    private let tokens: TokenIssuer
    private let servers: OutsideServers
    private let lease: LeaseLogoutNotice
    private let finish: FinishLogoutNotice

    init(_ dependencies: Dependencies) {
        pool = dependencies.pool
        tokens = dependencies.tokens
        servers = dependencies.servers
        lease = LeaseLogoutNotice(now: dependencies.now)
        finish = FinishLogoutNotice(now: dependencies.now)
    }

    func receiver(of errand: Errand) -> String { errand.notice.clientID }

    func lease(busy: [String]) async throws -> Errand? {
        while true {
            let outcome = try await pool.transaction { tx in try await lease(busy: busy, tx) }
            switch outcome {
            case .none: return nil
            case .leased(let notice, let target): return Errand(notice: notice, target: target)
            case .dropped(let notice): report(.givenUp, notice, "its deadline has passed, or nobody is to be told any more")
            }
        }
    }

    func run(_ errand: Errand) async throws {
        let notice = errand.notice
        let fault = try await send(errand)
        let outcome = try await pool.transaction { tx in try await finish(notice, isTold: fault == nil, tx) }
        report(outcome, notice, fault ?? "")
    }

    /// What was wrong, in a word of ours; nil when the client has taken it.
    private func send(_ errand: Errand) async throws -> String? {
        let notice = errand.notice
        let token = try await tokens.logout(client: notice.clientID, user: notice.user, session: notice.session, algorithm: errand.target.algorithm)
        do {
            let answer = try await servers.ask(
                .post(Array("logout_token=\(token)".utf8)), errand.target.uri, headers: [("Content-Type", "application/x-www-form-urlencoded")],
                mostBytes: Self.mostRead)
            return (200..<300).contains(answer.status) ? nil : "status \(answer.status)"
        } catch {
            return (error as? FetchError)?.word ?? "stopped"
        }
    }

    private func report(_ outcome: FinishLogoutNotice.Outcome, _ notice: LogoutNotice, _ why: String) {
        AuthMetrics.logoutTokens(outcome.rawValue).add()
        let fields = ["client": notice.clientID, "attempts": String(notice.attempts), "error": why]
        switch outcome {
        case .sent: break
        case .putOff: Log.warning("client not told of a logout; trying again", fields)
        case .givenUp: Log.warning("client not told of a logout; given up", fields)
        }
    }
}
