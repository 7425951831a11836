import CareModels
import Foundation
import HTTP
import Postgres
import Telemetry

/// Why someone did not get in. Neither says whether there is such a user.
enum LoginRefusal: Error, Equatable {
    case wrong
    /// Too many failures; seconds to wait.
    case blocked(Int)
}

extension LoginRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .wrong:
            Problem(
                .unauthorized, "wrong-credentials", title: "The username or the password is wrong",
                headers: ["WWW-Authenticate": "Bearer realm=\"careline\""])
        case .blocked(let seconds): .tooManyRequests(retryAfter: seconds)
        }
    }
}

extension Handlers {
    /// Checks a name and password, then runs `then` in the transaction that records the login; throws `LoginRefusal`.
    ///
    /// An unknown name costs the same time and counts the same failures as a known one. Failures are counted under a lock
    /// after the password was tried, and whoever finds the account blocked by then hears that and not the result: of many
    /// guesses sent at once, only as many are answered as one after the other.
    func authenticate<R: Sendable>(
        username: String, password: String, client: String, request: Request,
        then: (UserRecord, Transaction) async throws -> R
    ) async throws -> R {
        let name = Username.normalize(username)
        let normalized = PasswordPolicy.normalize(password)
        let accountKey = dependencies.identifiers.account(name)
        let addressKey = dependencies.identifiers.address(request.clientAddress)
        let (user, failures, standIn) = try await dependencies.pool.withConnection { connection in
            let user = Username.isValid(name) ? try await connection.user(named: name) : nil
            let failures = try await connection.loginFailures([accountKey, addressKey])
            return (user, failures, try await dependencies.passwordCosts.standIn(for: name, connection))
        }
        let before = dependencies.now()
        for state in failures.values {
            if let seconds = LockOut.wait(state, now: before) {
                Metrics.count("auth_logins_total", [("result", "blocked")])
                throw LoginRefusal.blocked(seconds)
            }
        }
        guard try await dependencies.passwords.verify(normalized, against: user?.passwordHash, standIn: standIn), let user else {
            let refusal = try await recordFailure(accountKey, addressKey, user: user?.id, client: client, request: request)
            Metrics.count("auth_logins_total", [("result", "failed")])
            throw refusal
        }
        let newHash = dependencies.passwords.cost.isRaised(above: user.passwordHash) ? try? await dependencies.passwords.hash(normalized) : nil
        do {
            let result = try await dependencies.pool.transaction { tx in
                let instant = dependencies.now()
                if let seconds = LockOut.wait(try await tx.lockedState(accountKey), now: instant) { throw LoginRefusal.blocked(seconds) }
                if failures[accountKey] != nil { try await tx.forgetLoginFailures(accountKey) }
                if let newHash { try await tx.setPasswordHash(newHash, of: user.id, replacing: user.passwordHash, now: instant) }
                return try await then(user, tx)
            }
            Metrics.count("auth_logins_total", [("result", "succeeded")])
            return result
        } catch let error as PostgresError where error.isForeignKeyViolation {
            // Erased since the password was looked up: there is nobody to log in.
            Metrics.count("auth_logins_total", [("result", "failed")])
            throw LoginRefusal.wrong
        }
    }

    private func recordFailure(
        _ accountKey: [UInt8], _ addressKey: [UInt8], user: UserID?, client: String, request: Request
    ) async throws -> LoginRefusal {
        try await dependencies.pool.transaction { tx in
            let instant = dependencies.now()
            let account = try await tx.lockedLoginFailures(accountKey, now: instant)
            if let seconds = LockOut.wait(account, now: instant) {
                try await tx.audit(dependencies.entry(.loginBlocked, request, user: user, client: client))
                return .blocked(seconds)
            }
            let address = try await tx.lockedLoginFailures(addressKey, now: instant)
            try await tx.save(LockOut.failed(account, policy: dependencies.config.accountLockOut, now: instant), loginFailures: accountKey)
            try await tx.save(LockOut.failed(address, policy: dependencies.config.addressLockOut, now: instant), loginFailures: addressKey)
            try await tx.audit(dependencies.entry(.loginFailed, request, user: user, client: client))
            return .wrong
        }
    }
}
