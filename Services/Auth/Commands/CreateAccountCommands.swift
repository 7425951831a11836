import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service create-admin --username ada < password.txt`
struct CreateAdminCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-admin", abstract: "Make an account with the role admin.",
        discussion: AccountOptions.discussion)

    @OptionGroup var account: AccountOptions

    func run() async throws { try await account.make(.admin) }
}

/// `auth-service create-scheduler --username theo < password.txt`
struct CreateSchedulerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-scheduler", abstract: "Make an account with the role scheduler, which enters emergency rooms and their hours.",
        discussion: AccountOptions.discussion)

    @OptionGroup var account: AccountOptions

    func run() async throws { try await account.make(.scheduler) }
}

/// Of an account that nobody can give themselves.
struct AccountOptions: ParsableArguments {
    static let discussion =
        "The password is read from standard input, or from a file, or made up. One that was made up, or is given hours, has to be changed at the first login."

    @Option(help: "3 to 64 of a-z, 0-9, dot, hyphen and underscore.") var username: String
    @OptionGroup var initial: InitialPasswordOptions
    @Option(help: "Shown to others.") var fullName: String?
    @Option(help: "Where messages about the account go.") var email: String?

    func make(_ role: Role) async throws {
        let password = try initial.password()
        let form = Registration.Form(username: username, password: password, fullName: fullName, email: email)
        let policy = PasswordPolicy(commonList: PackageResources.common_passwords_txt)
        let registration = try await ClientCommand.explaining { try Registration.check(form, role: role, policy: policy) }
        let now = Date()
        let end = initial.isForSomebodyElse ? initial.end(setAt: now) : nil
        let id = try await OperatorCommand.withPool { pool, environment in
            let cost = PasswordCost(&environment)
            try environment.done()
            return try await Self.create(registration, until: end, cost: cost, pool: pool, now: now)
        }
        if initial.generate { print(password) }
        let task = end.map { ", who has to change the password at the first login, until \(Erasure.spelled($0))" } ?? ""
        print("made \(role.rawValue) \(registration.username) (\(id))\(task)")
    }

    /// What the commands do; tests call it too. `end`: until then its person has to set a password of their own.
    static func create(_ registration: Registration, until end: Date? = nil, cost: PasswordCost, pool: PostgresPool, now: Date) async throws -> UserID {
        let hash = try await PasswordHasher(cost: cost, threads: HashingThreads(threads: 1, queueLimit: 1)).hash(registration.password)
        let register = Register(now: { now }, newID: { .v7(at: now) })
        do {
            return try await pool.transaction { tx in try await register(registration, passwordHash: hash, until: end, from: .platform, tx).id }
        } catch Refusal.usernameTaken {
            throw ValidationError("the username is taken")
        }
    }
}
