import ArgumentParser
import Foundation

/// `careline users …`: accounts that nobody can give themselves, and help for those that there are.
struct Users: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Accounts that nobody can give themselves, and help for those that there are.",
        subcommands: [
            CreateAdmin.self, CreateScheduler.self, SetPassword.self, Unlock.self, Find.self, Suspend.self, Resume.self, ResetFactors.self, ChangeRole.self,
            Verify.self
        ])

    struct SetPassword: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-password", abstract: "Set somebody's password, which they have to change at their next login; every session of theirs ends.",
            discussion: Account.discussion)
        @OptionGroup var initial: InitialPassword
        func run() async throws { try await initial.give("set-password") }
    }

    struct CreateAdmin: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make an account with the role admin.", discussion: Account.discussion)
        @OptionGroup var account: NewAccount
        func run() async throws { try await account.make("create-admin") }
    }

    struct CreateScheduler: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account with the role scheduler, which enters emergency rooms and their hours.", discussion: Account.discussion)
        @OptionGroup var account: NewAccount
        func run() async throws { try await account.make("create-scheduler") }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let somebody log in again at once whose name was tried in vain too often.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        func run() async throws { try await AuthErrand.say(["unlock", "--username", username], try place.layout()) }
    }

    struct Find: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find accounts by the beginning of the username, a part of the full name, the e-mail address or the id.")
        @OptionGroup var place: PlaceOptions
        @Argument(help: "What to look for.") var text: String
        func run() async throws { try await AuthErrand.sayLines(["find-users", "--", text], try place.layout()) }
    }

    struct Suspend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Keep somebody from logging in, and end their sessions at once.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        @Option(help: "Why: security, abuse, request (their own) or legal.") var reason: String
        func run() async throws { try await AuthErrand.say(["suspend", "--username", username, "--reason", reason], try place.layout()) }
    }

    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let somebody log in again who was suspended.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        func run() async throws { try await AuthErrand.say(["resume", "--username", username], try place.layout()) }
    }

    struct ResetFactors: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-factors", abstract: "Take somebody's second factors and recovery codes away, and end their sessions at once.",
            discussion: "Be sure who asks for it: the password alone lets in then.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        @Option(help: "Why: lost, stolen, broken or security.") var reason: String
        func run() async throws { try await AuthErrand.say(["reset-factors", "--username", username, "--reason", reason], try place.layout()) }
    }

    struct ChangeRole: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "change-role", abstract: "Make a scheduler an admin, or an admin a scheduler, and end their sessions at once.",
            discussion: "Patients and providers stay what they are: services keep what they have been.")
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        @Option(help: "Which they have from now on: scheduler or admin.") var role: String
        func run() async throws { try await AuthErrand.say(["change-role", "--username", username, "--role", role], try place.layout()) }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Say that a provider's licence was seen, so that they are listed, booked and written to; or, with --withdraw, that nobody vouches for them any more."
        )
        @OptionGroup var place: PlaceOptions
        @Option(help: "Whose.") var username: String
        @Option(help: "The number by which whoever licenses them knows them.") var licenceNumber: String?
        @Flag(help: "Nobody vouches for them any more.") var withdraw = false
        func run() async throws {
            let licence = licenceNumber.map { ["--licence-number=\($0)"] } ?? []
            try await AuthErrand.say(["verify-provider", "--username", username] + licence + (withdraw ? ["--withdraw"] : []), try place.layout())
        }
    }

    struct NewAccount: ParsableArguments {
        @OptionGroup var initial: InitialPassword
        @Option(help: "Shown to others.") var fullName: String?
        @Option(help: "Where messages about the account go.") var email: String?

        func make(_ command: String) async throws {
            let options = [("--full-name", fullName), ("--email", email)]
            try await initial.give(command, options.flatMap { name, value in value.map { [name, $0] } ?? [] })
        }
    }

    /// A password that an operator sets, typed or made up.
    struct InitialPassword: ParsableArguments {
        @OptionGroup var account: Account
        @Flag(help: "Make a random password up, and print it once.") var generate = false
        @Option(help: "For so many hours they can log in with it to set their own; 1 to 168.") var hours: Int?

        /// By Auth's own command of that name.
        func give(_ command: String, _ options: [String] = []) async throws {
            let options = options + (hours.map { ["--hours", String($0)] } ?? [])
            if generate { return try await AuthErrand.say([command, "--username", account.username, "--generate"] + options, try account.place.layout()) }
            try await account.run(command, options)
        }
    }

    /// Whose it is, and a password for it.
    struct Account: ParsableArguments {
        static let discussion =
            "Asks for the password on the terminal, or reads it from --password-file (- is standard input). It never appears among the arguments."

        @OptionGroup var place: PlaceOptions
        @Option(help: "3 to 64 of a-z, 0-9, dot, hyphen and underscore.") var username: String
        @Option(help: "A file whose first line is the password; - is standard input.") var passwordFile: String?

        /// By Auth's own command of that name.
        func run(_ command: String, _ options: [String] = []) async throws {
            let layout = try place.layout()
            let file = layout.run + "/new-password"
            defer { try? FileManager.default.removeItem(atPath: file) }
            let stored = FileManager.default.createFile(atPath: file, contents: Data(try password().utf8), attributes: [.posixPermissions: 0o600])
            guard stored else { throw Failure("\(file) cannot be written") }
            try await AuthErrand.say([command, "--username", username, "--password-file", file] + options, layout)
        }

        private func password() throws -> String {
            switch passwordFile {
            case "-"?: return readLine() ?? ""
            case let path?:
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw Failure("the password file \(path) cannot be read") }
                return text
            case nil:
                guard isatty(0) == 1, let typed = getpass("Password of \(username): ") else {
                    throw ValidationError("no terminal to ask for the password: give --password-file")
                }
                return String(cString: typed)
            }
        }
    }
}
