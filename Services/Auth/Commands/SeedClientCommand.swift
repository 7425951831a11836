import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service seed-client --id my-app --name "My app" --redirect-uri http://127.0.0.1/callback --scope openid --scope appointments:read`
struct SeedClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed-client", abstract: "Write an OAuth client, over one of the same id.",
        discussion: "Replicas notice a change within two seconds. A secret of your own making: openssl rand -base64 33.")

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
    @Option(help: "Who signs tokens of its own users, for whom accounts are made (token exchange): the iss of those tokens.") var userIssuer: String?
    @Option(help: "A file with that issuer's public keys (a JWKS); - is standard input.") var userJwksFile: String?
    @Option(help: "Where those keys are instead: https, or http on a loopback address.") var userJwksUri: String?
    @Option(help: "What those accounts are: patient or provider.") var userRole = Role.patient.rawValue
    @Flag(help: "Each of its access tokens is bound to a key that it shows (dpop_bound_access_tokens, RFC 9449).") var dpopBoundAccessTokens = false
    @Flag(help: "It keeps to FAPI 2.0's Security Profile: pushed requests, signed assertions, bound tokens.") var fapi2 = false
    @Flag(help: "Run by the platform itself: people are not asked.") var firstParty = false

    func run() async throws {
        let registration = ClientRegistration(
            id: id, name: name, secret: try secretFile.map(OperatorCommand.secret), redirectURIs: redirectUri, scopes: scope,
            grants: grant.isEmpty ? Client.usualGrants : grant, isFirstParty: firstParty, origins: origin,
            requiresPKCE: !withoutPkce, idTokenAlgorithm: idTokenSignedResponseAlg,
            postLogoutRedirectURIs: postLogoutRedirectUri, backchannelLogoutURI: backchannelLogoutUri, jwks: try jwksFile.map(OperatorCommand.text), jwksURI: jwksUri,
            isResourceServer: resourceServer, userIssuer: try users(), bindsTokens: dpopBoundAccessTokens, isFAPI: fapi2)
        let client = try await ClientCommand.explaining { try registration.check() }
        try await OperatorCommand.withPool { pool, _ in
            let register = RegisterClient(now: { Date() })
            try await pool.transaction { tx in try await register(client, tx) }
        }
        print(Self.said(client, wereScopesGiven: !scope.isEmpty))
    }

    private func users() throws -> UserIssuer? {
        guard let userIssuer else {
            guard userJwksFile == nil, userJwksUri == nil else { throw ValidationError("keys of users are of no use without --user-issuer") }
            return nil
        }
        guard let role = Role(rawValue: userRole) else { throw ValidationError("--user-role must be patient or provider") }
        return UserIssuer(issuer: userIssuer, jwks: try userJwksFile.map(OperatorCommand.text), jwksURI: userJwksUri, role: role)
    }

    static func said(_ client: Client, wereScopesGiven: Bool) -> String {
        let scopes = "It may ask for: \(Scopes.format(client.scopes))."
        let hint = wereScopesGiven ? "" : " No --scope was given, so it has those that say who somebody is, and no others."
        return "wrote \(client.kind.rawValue) client \(client.id)\n\(scopes)\(hint)"
    }
}
