import CareModels
import Foundation
import HTTP
import Postgres
import Sealing

/// What the handlers work with, made once.
struct Dependencies: Sendable {
    let config: Config
    let pool: PostgresPool
    let now: @Sendable () -> Date
    let keys: KeyRing
    let tokens: TokenIssuer
    let clients: ClientDirectory
    let tally: AuditTally
    var passwords: PasswordHasher
    let passwordCosts: PasswordCostTally
    let passwordPolicy: PasswordPolicy
    let identifiers: IdentifierHash
    let forms: FormTokens
    let masters: MasterKeys

    init(_ config: Config, pool: PostgresPool, now: @escaping @Sendable () -> Date = { Date() }) {
        self.config = config
        self.pool = pool
        self.now = now
        masters = config.masterKeys
        keys = KeyRing(pool: pool, masters: masters, schedule: config.keys, now: now)
        tokens = TokenIssuer(issuer: config.issuer, audience: config.audience, lifetime: config.accessTokenLifetime, keys: keys)
        clients = ClientDirectory(pool: pool, now: now)
        tally = AuditTally(pool: pool, now: now)
        passwords = PasswordHasher(
            cost: config.passwordCost, threads: HashingThreads(threads: config.hashingThreads, queueLimit: config.hashingQueue))
        passwordPolicy = PasswordPolicy(commonList: PackageResources.common_passwords_txt)
        identifiers = IdentifierHash(masters: masters)
        passwordCosts = PasswordCostTally(identifiers: identifiers, now: now)
        forms = FormTokens(masters: masters)
    }

    func newID<Entity>(_: Entity.Type = Entity.self) -> ID<Entity> { ID(UUID.v7(at: now())) }

    /// For the audit: something that was tried in vain, by whom nobody knows.
    func countRefusal(_ kind: AuditEntry.Kind, _ request: Request, client: String? = nil) {
        tally.count(kind, client: client, address: identifiers.address(request.clientAddress))
    }

    /// A line of the audit about this request.
    func entry(
        _ kind: AuditEntry.Kind, _ request: Request, user: UserID? = nil, client: String? = nil, session: SessionID? = nil
    ) -> AuditEntry {
        AuditEntry(
            kind: kind, at: now(), userID: user, clientID: client, sessionID: session,
            addressHash: identifiers.address(request.clientAddress), requestID: request.requestID)
    }
}
