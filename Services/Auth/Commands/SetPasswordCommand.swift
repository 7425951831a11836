import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service set-password --username ada < password.txt`
struct SetPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-password", abstract: "Set somebody's password, which they have to change at their next login.",
        discussion:
            "The password is read from standard input, or from a file. Every session of the account ends. CARE_MASTER_KEY and CARE_ISSUER are those of the service.")

    @Option(help: "Whose.") var username: String
    @OptionGroup var initial: InitialPasswordOptions

    func run() async throws {
        let password = PasswordPolicy.normalize(try initial.password())
        let policy = PasswordPolicy(commonList: PackageResources.common_passwords_txt)
        if let fault = policy.fault(in: password, username: Username.normalize(username)) { throw ValidationError("the password \(fault.message)") }
        let (now, hours) = (Date(), initial.hours ?? InitialPassword.hours)
        let id = try await OperatorCommand.withPool { pool, environment in
            let (cost, masters, issuer) = (PasswordCost(&environment), MasterKeys(&environment), environment.string("CARE_ISSUER"))
            try environment.done()
            return try await Self.set(password, of: username, hours: hours, cost: cost, masters: masters, issuer: issuer, pool: pool, now: now)
        }
        if initial.generate { print(password) }
        let end = Erasure.spelled(initial.end(setAt: now))
        print("set the password of \(Username.normalize(username)) (\(id)), who has to change it at the next login, until \(end)")
    }

    /// What the command does; tests call it too.
    static func set(
        _ password: String, of username: String, hours: Int = InitialPassword.hours, cost: PasswordCost, masters: MasterKeys, issuer: String,
        pool: PostgresPool, now: Date
    ) async throws -> UserID {
        let hash = try await PasswordHasher(cost: cost, threads: HashingThreads(threads: 1, queueLimit: 1)).hash(password)
        let post = PostMail(masters: masters, now: { now }, newID: { .v7(at: now) })
        let replace = ReplacePassword(tell: TellOfAccount(post: post, mails: AccountMails(issuer: issuer), now: { now }), now: { now })
        let set = SetPasswordOfUser(replace: replace, identifiers: IdentifierHash(masters: masters), now: { now })
        do {
            return try await pool.transaction { tx in try await set(username: username, hash: hash, until: InitialPassword.end(setAt: now, hours: hours), tx) }
        } catch Refusal.noSuchUser {
            throw ValidationError("there is no such account")
        }
    }
}
