import CareModels
import JSON

@testable import AuthService

extension FuzzTarget {
    /// What a program says of itself when it registers (RFC 7591), and ranges of versions.
    static let registration = FuzzTarget("registration", longest: 4096) { input in
        if let metadata = try? JSONDocument(input, limits: .body).decode(ClientMetadata.self) { check(metadata) }
        check(range: String(decoding: input, as: UTF8.self))
    }

    private static let invited: Set<String> = ["openid", "profile", "email", "offline_access", "appointments:read", "patient/Observation.rs"]

    private static func check(_ metadata: ClientMetadata) {
        do {
            let client = try metadata.client(id: "abc", secretHash: [1], within: invited)
            expect(!client.isFirstParty && !client.isResourceServer && client.userIssuer == nil, "a client that gave itself more than it may")
            expect(client.grants.isDisjoint(with: [.clientCredentials, .tokenExchange]), "a client that acts for itself")
            expect(client.scopes.isSubset(of: invited), "scopes beyond the invitation's")
            expect(client.kind == .confidential || client.secretHash == nil && !client.hasKeys, "a public client with a secret")
            expect(!client.hasKeys || client.secretHash == nil, "two ways to prove itself")
            // What is answered, sent back (RFC 7592, 2.2), changes nothing.
            let again = try? ClientMetadata(client).client(id: "abc", secretHash: [1], within: invited, before: client)
            expect(again == client, "it is another client when it says what it is")
        } catch let error as OAuthError {
            expect(!error.description.contains("\"") && !error.description.contains("\\"), "a description that no header can hold")
        } catch {
            // Keys that cannot be written.
        }
    }

    private static func check(range text: String) {
        func isRange(_ text: String) -> Bool { VersionRange(text) != nil }
        guard isRange(text) else { return }
        expect(text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "a range of anything")
        for alternative in text.split(separator: "||", omittingEmptySubsequences: false) {
            expect(isRange(String(alternative)), "an alternative that is none by itself")
        }
        expect(!isRange(text + "||") && !isRange("||" + text) && !isRange(text + " x"), "what is no range is one beside another")
        if text.utf8.count <= 190 { expect(isRange(text + " || =1.2.3"), "a range is none beside another") }
    }
}
