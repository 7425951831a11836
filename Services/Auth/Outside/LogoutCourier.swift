import CareService
import Fetch
import Foundation
import Outbox
import Postgres
import Synchronization
import Telemetry

/// Tells clients that sessions of theirs have ended, in every replica: each notice belongs for a while to who leased it, and is sent outside of any transaction.
/// A replica that ends between the answer and its writing down leaves the notice to be sent once more: at least once.
final class LogoutCourier: ServicePart {
    /// At once, in one replica; of one client, so that one that hangs holds up no other.
    private static let (most, mostPerClient) = (16, 2)
    /// Bytes of an answer that are read, of which nothing is kept.
    private static let mostRead = 64 << 10
    private static let poll: Duration = .seconds(1)
    private static let interruption: Duration = .seconds(5)

    let name = "logout courier"
    private let pool: PostgresPool
    private let tokens: TokenIssuer
    private let servers: OutsideServers
    private let lease: LeaseLogoutNotice
    private let finish: FinishLogoutNotice
    private let busy = Mutex<[String: Int]>([:])
    private let wake = Wake()
    private let stopping = StopFlag()

    init(_ dependencies: Dependencies) {
        pool = dependencies.pool
        tokens = dependencies.tokens
        servers = dependencies.servers
        lease = LeaseLogoutNotice(now: dependencies.now)
        finish = FinishLogoutNotice(now: dependencies.now)
    }

    private var isOver: Bool { stopping.isSet || Task.isCancelled }

    func start() async throws {}

    func run() async throws {
        await withDiscardingTaskGroup { group in
            while !isOver {
                do {
                    guard let due = try await next() else {
                        await wake.wait(Self.poll)
                        continue
                    }
                    group.addTask { await self.tellAndGoOn(due) }
                } catch {
                    Log.warning("logout courier interrupted", ["error": ErrorLabel.of(error)])
                    await wake.wait(Self.interruption)
                }
            }
        }
    }

    /// What is being sent is finished; the rest waits for another replica or the next start.
    func stop() async {
        stopping.set()
        wake.raise()
    }

    /// Tells what is due, one after the other; how many tries that were.
    func tellDue() async throws -> Int {
        var tries = 0
        while let due = try await next() {
            defer { done(due.notice) }
            try await tell(due)
            tries += 1
        }
        return tries
    }

    private struct Due: Sendable {
        var notice: LogoutNotice
        var target: LogoutNotice.Target
    }

    /// Nil when nothing is due, or enough is under way. Throws when the database is away.
    private func next() async throws -> Due? {
        while true {
            let now = busy.withLock { $0 }
            guard now.values.reduce(0, +) < Self.most else { return nil }
            let full = now.filter { $0.value >= Self.mostPerClient }.map(\.key)
            let outcome = try await pool.transaction { tx in try await lease(busy: full, tx) }
            switch outcome {
            case .none: return nil
            case .dropped(let notice): report(.givenUp, notice, "its deadline has passed, or nobody is to be told any more")
            case .leased(let notice, let target):
                busy.withLock { $0[notice.clientID, default: 0] += 1 }
                return Due(notice: notice, target: target)
            }
        }
    }

    private func tellAndGoOn(_ due: Due) async {
        do {
            try await tell(due)
        } catch {
            // It is sent again when the lease is over.
            Log.warning("a logout cannot be written down", ["client": due.notice.clientID, "error": ErrorLabel.of(error)])
        }
        done(due.notice)
        wake.raise()
    }

    private func done(_ notice: LogoutNotice) {
        busy.withLock { busy in
            let left = (busy[notice.clientID] ?? 1) - 1
            busy[notice.clientID] = left > 0 ? left : nil
        }
    }

    private func tell(_ due: Due) async throws {
        let notice = due.notice
        let fault = try await send(due)
        let outcome = try await pool.transaction { tx in try await finish(notice, isTold: fault == nil, tx) }
        report(outcome, notice, fault ?? "")
    }

    /// What was wrong, in a word of ours; nil when the client has taken it.
    private func send(_ due: Due) async throws -> String? {
        let token = try await tokens.logout(client: due.notice.clientID, user: due.notice.user, session: due.notice.session, algorithm: due.target.algorithm)
        do {
            let answer = try await servers.ask(
                .post(Array("logout_token=\(token)".utf8)), due.target.uri, headers: [("Content-Type", "application/x-www-form-urlencoded")],
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
