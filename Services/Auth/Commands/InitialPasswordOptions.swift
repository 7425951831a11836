import ArgumentParser
import CareModels
import Foundation

/// The password that an operator sets for somebody, and for how long it lets them in to set their own: the one rule for whoever does not choose it themselves.
struct InitialPasswordOptions: ParsableArguments {
    @Option(help: "A file with the password; - is standard input.") var passwordFile = "-"
    @Flag(help: "Make a random password up, and print it once.") var generate = false
    @Option(help: "For so many hours they can log in with it to set their own; 1 to \(InitialPassword.mostHours).") var hours: Int?

    func validate() throws {
        guard (1...InitialPassword.mostHours).contains(hours ?? 1) else { throw ValidationError("--hours must be from 1 to \(InitialPassword.mostHours)") }
    }

    /// Of a new account: one that is typed may be its person's own, or a program's that sets a platform up.
    var isForSomebodyElse: Bool { generate || hours != nil }

    func end(setAt now: Date) -> Date { InitialPassword.end(setAt: now, hours: hours ?? InitialPassword.hours) }

    func password() throws -> String { generate ? Self.random() : try OperatorCommand.secret(from: passwordFile) }

    /// 128 bits, in characters that are typed anywhere.
    static func random() -> String { Base64URL.encode(Secret.random(bytes: 16)) }
}
