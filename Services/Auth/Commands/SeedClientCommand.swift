import ArgumentParser
import Foundation
import Postgres

/// `auth-service seed-client --id my-app --name "My app" --redirect-uri http://127.0.0.1/callback --scope openid --scope appointments:read`
struct SeedClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed-client", abstract: "Write an OAuth client, over one of the same id.",
        discussion: "Replicas notice a change within half a minute. A secret of your own making: openssl rand -base64 33.")

    @Option(help: "The client_id.") var id: String
    @Option(help: "Shown to people when they are asked.") var name: String
    @Option(help: "Where answers may go; any port of a loopback address. Repeat for more.") var redirectUri: [String] = []
    @Option(help: "Where people may be sent who have logged out for it. Repeat for more.") var postLogoutRedirectUri: [String] = []
    @Option(help: "Where its server is told that a session has ended: https, or http on a loopback address (OpenID Connect Back-Channel Logout).")
    var backchannelLogoutUri: String?
    @Option(help: "Where its web pages are, such as https://app.example.org, beside the origins of https redirect addresses. Repeat for more.")
    var origin: [String] = []
    @Option(help: "What it may ask for; openid, profile, email and offline_access unless given. Repeat for more.") var scope: [String] = []
    @Option(help: "How it may get tokens; authorization_code and refresh_token unless given. Repeat for more.") var grant: [String] = []
    @Option(help: "A file with its secret; - is standard input. With it, or with keys, the client is confidential, and otherwise public.")
    var secretFile: String?
    @Option(help: "A file with its public keys (a JWKS), with which it signs assertions in place of a secret (private_key_jwt); - is standard input.")
    var jwksFile: String?
    @Option(help: "Where those keys are instead: https, or http on a loopback address. They are read again by themselves.") var jwksUri: String?
    @Option(help: "What its id tokens are signed with (id_token_signed_response_alg): ES256, or RS256 for a library that knows nothing else.")
    var idTokenSignedResponseAlg = SigningAlgorithm.es256.rawValue
    @Flag(help: "Let a confidential client go without PKCE; it should then send a nonce. For libraries that know no PKCE.") var withoutPkce = false
    @Flag(help: "It may ask what any access token is worth (introspection), not only its own.") var resourceServer = false
    @Flag(help: "Run by the platform itself: people are not asked.") var firstParty = false

    func run() async throws {
        let registration = ClientRegistration(
            id: id, name: name, secret: try secretFile.map(OperatorCommand.secret), redirectURIs: redirectUri, scopes: scope,
            grants: grant.isEmpty ? Client.usualGrants : grant, isFirstParty: firstParty, origins: origin,
            requiresPKCE: !withoutPkce, idTokenAlgorithm: idTokenSignedResponseAlg,
            postLogoutRedirectURIs: postLogoutRedirectUri, backchannelLogoutURI: backchannelLogoutUri, jwks: try jwksFile.map(OperatorCommand.text), jwksURI: jwksUri,
            isResourceServer: resourceServer)
        let (client, faults) = registration.check()
        guard let client else { throw ValidationError(ClientCommand.said(faults)) }
        try await OperatorCommand.withPool { pool, _ in
            let register = RegisterClient(now: { Date() })
            try await pool.transaction { tx in try await register(client, tx) }
        }
        print(Self.said(client, wereScopesGiven: !scope.isEmpty))
    }

    static func said(_ client: Client, wereScopesGiven: Bool) -> String {
        let scopes = "It may ask for: \(Scopes.format(client.scopes))."
        let hint = wereScopesGiven ? "" : " No --scope was given, so it has those that say who somebody is, and no others."
        return "wrote \(client.kind.rawValue) client \(client.id)\n\(scopes)\(hint)"
    }
}
