import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// Somebody has forgotten a password. Who that is, is found out afterwards (`MailPasswordLinks`), so that the answer is the same, and takes as long, whether or not there
/// is such an account. What was typed is sealed until then; asked again meanwhile, it is asked once.
struct AskForPasswordLink: Sendable {
    static let timer = "password-link"

    let masters: MasterKeys
    let identifiers: IdentifierHash
    let now: @Sendable () -> Date

    func callAsFunction(_ typed: String, in language: Language, _ tx: Transaction) async throws {
        let text = String(typed.unicodeScalars.prefix(PasswordReset.longest))
        let key = Self.key(identifiers.passwordLink(text), in: language)
        let sealed = try masters.key(for: .mails).seal(Array(text.utf8), at: key)
        try await tx.setTimer(Self.timer, key: key, due: now(), payload: Base64URL.encode(Array(sealed)))
    }
    /// Of the timer: who is meant, and in which language they are written to.
    private static func key(_ hash: [UInt8], in language: Language) -> String { "\(Base64URL.encode(hash)).\(language.tag)" }

    /// The release before names none.
    static func language(ofKey key: String) -> Language { key.split(separator: ".").dropFirst().first.flatMap { Language(rawValue: String($0)) } ?? .english }
}
