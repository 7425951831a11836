import CareModels
import HTTP
import Telemetry

/// Checks a name and a password; throws `LoginRefusal`.
///
/// An unknown name costs the same time and counts the same failures as a known one. Failures are counted under a lock
/// after the password was tried, and whoever finds the account blocked by then hears that and not the result: of many
/// guesses sent at once, only as many are answered as one after the other. `devices`: what the browser or app shows of earlier logins (`KnownDevices`).
struct Authenticate: Sendable {
    let dependencies: Dependencies

    /// Runs `admit`, the transaction of the login, for whom the password proves.
    func callAsFunction<R: Sendable>(
        username: String, password: String, client: String, devices: [String] = [], _ request: Request, admit: (ProvenLogin) async throws -> R
    ) async throws -> R {
        let name = Username.normalize(username)
        return try await self(attempt(name, devices, client: client, request), name, password, admit)
    }

    /// The same for who asks with a live session of theirs, that they are this person.
    func callAsFunction<R: Sendable>(
        again user: UserRecord, password: String, _ request: Request, admit: (ProvenLogin) async throws -> R
    ) async throws -> R {
        let name = Username.normalize(user.username)
        return try await self(attempt(again: name, request), name, password, admit)
    }

    private func callAsFunction<R: Sendable>(
        _ attempt: LoginAttempt, _ name: String, _ password: String, _ admit: (ProvenLogin) async throws -> R
    ) async throws -> R {
        let typed = PasswordPolicy.normalize(password)
        do {
            return try await counting(try await prove(attempt, name, typed), admit)
        } catch is ProvenLogin.Outdated {
            // Once more: where it was hashed anew it is right still.
            return try await admitting(try await prove(attempt, name, typed), admit)
        }
    }

    /// Runs `admit`, the transaction of the login, and counts what becomes of it.
    func admitting<R: Sendable>(_ login: ProvenLogin, _ admit: (ProvenLogin) async throws -> R) async throws -> R {
        do {
            return try await counting(login, admit)
        } catch is ProvenLogin.Outdated {
            AuthMetrics.logins("failed").add()
            throw LoginRefusal.wrong
        }
    }

    /// The same, and throws `ProvenLogin.Outdated` where the password is to be looked at once more.
    private func counting<R: Sendable>(_ login: ProvenLogin, _ admit: (ProvenLogin) async throws -> R) async throws -> R {
        if let seconds = dependencies.allowances.wait(toLogIn: login.user.id, from: login.attempt.origin) {
            AuthMetrics.logins("blocked").add()
            throw LoginRefusal.blocked(seconds)
        }
        do {
            let result = try await LoginRefusal.naming { try await admit(login) }
            AuthMetrics.logins("succeeded").add()
            return result
        } catch LoginRefusal.wrong {
            AuthMetrics.logins("failed").add()
            throw LoginRefusal.wrong
        } catch LoginRefusal.wrongCode {
            throw try await wrongCode(login.attempt, user: login.user.id)
        } catch Refusal.passwordToBeChanged {
            try await writeDown(.passwordToBeChanged, login)
            throw Refusal.passwordToBeChanged
        } catch Refusal.passwordOver {
            try await writeDown(.passwordOver, login)
            throw Refusal.passwordOver
        } catch Refusal.secondFactorToBeSetUp {
            try await writeDown(.secondFactorToBeSetUp, login)
            throw Refusal.secondFactorToBeSetUp
        } catch Refusal.suspended {
            try await writeDown(.suspended, login)
            throw Refusal.suspended
        } catch Refusal.toBeErased(let instant) {
            try await writeDown(.toBeErased, login)
            throw Refusal.toBeErased(instant)
        }
    }

    /// What the login's own transaction would have written went with it.
    private func writeDown(_ reason: AuditEntry.Reason, _ login: ProvenLogin) async throws {
        let refuse = RefuseLogin(now: dependencies.now)
        try await dependencies.pool.transaction { tx in try await refuse(login, reason: reason, tx) }
    }

    /// From a device that is known for this name it is counted apart: nobody else shuts it out.
    func attempt(_ name: String, _ devices: [String], client: String, _ request: Request) -> LoginAttempt {
        let identifiers = dependencies.identifiers
        let device = dependencies.devices.device(devices, of: name)
        return LoginAttempt(
            accountKey: device.map { identifiers.account(name, device: $0) } ?? identifiers.account(name),
            ownerKey: device.map { _ in identifiers.account(name) },
            addressKey: device.map { identifiers.address(device: $0) } ?? identifiers.address(request.clientAddress),
            origin: dependencies.origin(of: request, client: client), device: request.signInDevice)
    }

    /// From a live session of the person of this name: guesses of strangers do not shut its person out of their own account.
    func attempt(again name: String, _ request: Request) -> LoginAttempt {
        let (identifiers, client) = (dependencies.identifiers, request.identity.clientID)
        return LoginAttempt(
            accountKey: identifiers.account(name, signedInTo: client), ownerKey: identifiers.account(name),
            addressKey: identifiers.address(of: name, signedInTo: client), origin: dependencies.origin(of: request, client: client),
            device: request.signInDevice)
    }

    private func prove(_ attempt: LoginAttempt, _ name: String, _ password: String) async throws -> ProvenLogin {
        let (user, failures, standIn) = try await dependencies.pool.withConnection { connection in
            let user = Username.isValid(name) ? try await connection.user(named: name) : nil
            let failures = try await connection.loginFailures([attempt.accountKey, attempt.addressKey])
            return (user, failures, try await dependencies.passwordCosts.standIn(for: name, connection))
        }
        let own = failures[attempt.accountKey]
        var seconds = LockOut.wait(own, now: dependencies.now())
        if seconds == nil, let address = failures[attempt.addressKey] { seconds = try await waitForTurn(attempt, own, address) }
        if let seconds {
            AuthMetrics.logins("blocked").add()
            throw LoginRefusal.blocked(seconds)
        }
        let passwords = dependencies.passwords
        guard try await passwords.verify(password, against: user?.passwordHash, standIn: standIn), let user else {
            let refusal = try await countFailure(attempt, user: user?.id)
            AuthMetrics.logins("failed").add()
            throw refusal
        }
        let newHash = passwords.cost.isRaised(above: user.passwordHash) ? try? await passwords.hash(password) : nil
        return ProvenLogin(attempt: attempt, user: user, hadFailures: own != nil, newHash: newHash)
    }

    /// Whole seconds, where too many have failed at the address. Nil takes the turn, before the password costs anything: a storm of guesses has as few.
    private func waitForTurn(_ attempt: LoginAttempt, _ own: LockOut.State?, _ address: LockOut.State) async throws -> Int? {
        let (names, addresses, now) = (dependencies.settings.accountLockOut, dependencies.settings.addressLockOut, dependencies.now())
        guard LockOut.wait(address, now: now) != nil else { return nil }
        if let seconds = LockOut.waitForTurn(of: own, names, at: address, addresses, now: now) { return seconds }
        let take = TakeLoginTurn(every: addresses.turns, now: dependencies.now)
        let isMine = try await dependencies.pool.transaction { tx in try await take(at: attempt.addressKey, tx) }
        return isMine ? nil : Int(addresses.turns.rounded(.up))
    }

    /// Who has the password has but the code to guess: it is counted as the password is, and what is to be said of it is the same.
    func wrongCode(_ attempt: LoginAttempt, user: UserID) async throws -> LoginRefusal {
        let refusal = try await countFailure(attempt, user: user)
        AuthMetrics.logins("failed").add()
        return refusal == .wrong ? .wrongCode : refusal
    }

    private func countFailure(_ attempt: LoginAttempt, user: UserID?) async throws -> LoginRefusal {
        let settings = dependencies.settings
        let count = CountLoginFailure(account: settings.accountLockOut, address: settings.addressLockOut, now: dependencies.now)
        return try await dependencies.pool.transaction { tx in try await count(attempt, user: user, tx) }
    }
}
