import CareModels
import CareService
import Fetch
import Foundation
import HTTP
import Outgoing
import Postgres
import Sealing

/// What the handlers and jobs need from outside, made once.
struct Dependencies: Sendable {
    let settings: AuthSettings
    let pool: PostgresPool
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID
    let keys: KeyRing
    let tokens: TokenIssuer
    /// Auth checks tokens by the keys that it has at hand.
    var verifier: TokenVerifier
    let clients: ClientDirectory
    var tally: AuditTally
    let hints: IDTokenHints
    var passwords: PasswordHasher
    let passwordCosts: PasswordCostTally
    let passwordPolicy: PasswordPolicy
    let identifiers: IdentifierHash
    let forms: FormTokens
    let devices: KnownDevices
    let pendingLogins: PendingLogins
    let masters: MasterKeys
    let mails: AccountMails
    let servers: OutsideServers
    let clientKeys: ClientKeys
    var allowances: Allowances
    /// Of refreshes, by their family's handle: they wait for its row, and not with a connection each.
    let refreshes = Turns<[UInt8]>(atOnce: 2, waiting: 100, patience: .seconds(10))
    /// Nil where browsers make no passkeys.
    let relyingParty: RelyingParty?

    init(_ settings: AuthSettings, pool: PostgresPool, now: @escaping @Sendable () -> Date) {
        self.settings = settings
        self.pool = pool
        self.now = now
        newID = { UUID.v7(at: now()) }
        masters = settings.masterKeys
        let keys = KeyRing(pool: pool, rotate: RotateSigningKeys(schedule: settings.keys, masters: masters, now: now), now: now)
        self.keys = keys
        verifier = TokenVerifier(
            issuer: settings.issuer, audience: settings.audience, longest: settings.longestAccessToken, interval: .seconds(5), nonces: settings.proofNonces
        ) { try await keys.publishedForAccess() }
        tokens = TokenIssuer(issuer: settings.issuer, audience: settings.audience, lifetime: settings.accessTokenLifetime, keys: keys)
        hints = IDTokenHints(issuer: settings.issuer, keys: keys, pool: pool)
        let own = settings.healthMonitorSecret.isEmpty ? [] : [Client.healthMonitor(secret: settings.healthMonitorSecret)]
        clients = ClientDirectory(pool: pool, own: own, now: now)
        tally = AuditTally(pool: pool, now: now)
        passwords = PasswordHasher(
            cost: settings.passwordCost, threads: HashingThreads(threads: settings.hashingThreads, queueLimit: settings.hashingQueue))
        passwordPolicy = PasswordPolicy(commonList: PackageResources.common_passwords_txt)
        identifiers = IdentifierHash(masters: masters)
        passwordCosts = PasswordCostTally(identifiers: identifiers, now: now)
        forms = FormTokens(masters: masters)
        devices = KnownDevices(masters: masters)
        pendingLogins = PendingLogins(masters: masters)
        mails = AccountMails(issuer: settings.issuer)
        servers = OutsideServers(
            fetcher: Fetcher(), reach: Reach(networks: settings.networks), authorities: settings.authorities, deadline: .seconds(10))
        clientKeys = ClientKeys(servers: servers, now: now)
        allowances = Allowances(settings)
        relyingParty = RelyingParty(issuer: settings.issuer)
    }

    var post: PostMail { PostMail(masters: masters, now: now, newID: newID) }
    var askToVerifyEmail: AskToVerifyEmail { AskToVerifyEmail(post: post, mails: mails, now: now) }
    var register: Register { Register(now: now, newID: newID, verification: settings.providersVerified, verify: askToVerifyEmail) }
    var verifyProvider: VerifyProvider { VerifyProvider(masters: masters, now: now, newID: newID) }
    var avatarAddress: AvatarAddress { AvatarAddress(issuer: settings.issuer, masters: masters, now: now) }
    var changeAvatar: ChangeAvatar { ChangeAvatar(issuer: settings.issuer, now: now) }
    var changeLogo: ChangeLogo { ChangeLogo(now: now) }
    var erasePerson: ErasePerson { ErasePerson(masters: masters, identifiers: identifiers, now: now) }
    var keepAccount: KeepAccount { KeepAccount(admit: admit, now: now) }
    var admit: AdmitBothFactors { AdmitBothFactors(masters: masters, now: now) }
    var beginBrowserSession: BeginBrowserSession { BeginBrowserSession(lifetime: settings.browserSessionLifetime, now: now, newID: newID) }
    var logInBrowser: LogInBrowser { LogInBrowser(admit: admit, begin: beginBrowserSession, now: now) }
    var tellOfAccount: TellOfAccount { TellOfAccount(post: post, mails: mails, now: now) }
    var replacePassword: ReplacePassword { ReplacePassword(tell: tellOfAccount, now: now) }
}

/// Auth's migrations, oldest first.
let migrations = [
    Migration("v001_auth", PackageResources.v001_auth_sql),
    Migration("v002_sealed_by", PackageResources.v002_sealed_by_sql),
    Migration("v003_sign_ups_and_costs", PackageResources.v003_sign_ups_and_costs_sql),
    Migration("v004_event_keys", PackageResources.v004_event_keys_sql),
    Migration("v005_client_origins", PackageResources.v005_client_origins_sql),
    Migration("v006_openid", PackageResources.v006_openid_sql),
    Migration("v007_mails", PackageResources.v007_mails_sql),
    Migration("v008_passwords", PackageResources.v008_passwords_sql),
    Migration("v009_email", PackageResources.v009_email_sql),
    Migration("v010_session_lists", PackageResources.v010_session_lists_sql),
    Migration("v011_profiles", PackageResources.v011_profiles_sql),
    Migration("v012_avatars", PackageResources.v012_avatars_sql),
    Migration("v013_factors", PackageResources.v013_factors_sql),
    Migration("v014_backchannel_logout", PackageResources.v014_backchannel_logout_sql),
    Migration("v015_private_key_jwt", PackageResources.v015_private_key_jwt_sql),
    Migration("v016_audit_chain", PackageResources.v016_audit_chain_sql),
    Migration("v017_suspensions", PackageResources.v017_suspensions_sql),
    Migration("v018_passkeys", PackageResources.v018_passkeys_sql),
    Migration("v020_client_administration", PackageResources.v020_client_administration_sql),
    Migration("v021_client_invitations", PackageResources.v021_client_invitations_sql),
    Migration("v022_organisations", PackageResources.v022_organisations_sql),
    Migration("v023_verified_providers", PackageResources.v023_verified_providers_sql),
    Migration("v024_guardianships", PackageResources.v024_guardianships_sql),
    Migration("v025_adopted_accounts", PackageResources.v025_adopted_accounts_sql),
    Migration("v026_bound_tokens", PackageResources.v026_bound_tokens_sql),
    Migration("v027_devices", PackageResources.v027_devices_sql),
    Migration("v028_smart", PackageResources.v028_smart_sql),
    Migration("v030_erasure_grace", PackageResources.v030_erasure_grace_sql),
    Migration("v031_login_failures_and_pictures", PackageResources.v031_login_failures_and_pictures_sql),
    Migration("v032_logos", PackageResources.v032_logos_sql),
    Migration("v033_launched_encounters", PackageResources.v033_launched_encounters_sql),
    Migration("v034_versions", PackageResources.v034_versions_sql),
    Migration("v035_folded_names", PackageResources.v035_folded_names_sql),
    Migration("v036_teams", PackageResources.v036_teams_sql),
    Migration("v037_demanded_factors", PackageResources.v037_demanded_factors_sql),
    Migration("v038_browsers_devices", PackageResources.v038_browsers_devices_sql),
    Migration("v039_browser_ids", PackageResources.v039_browser_ids_sql),
    Migration("v040_launches_of_providers", PackageResources.v040_launches_of_providers_sql),
    Migration("v041_refresh_bound_from", PackageResources.v041_refresh_bound_from_sql),
    Migration("v042_initial_passwords", PackageResources.v042_initial_passwords_sql),
    Migration("v043_turns_of_addresses", PackageResources.v043_turns_of_addresses_sql),
    Migration("v044_names", PackageResources.v044_names_sql),
    Migration("v045_personal_details", PackageResources.v045_personal_details_sql),
    Migration("v046_account_notices", PackageResources.v046_account_notices_sql),
    Migration("v047_specialties", PackageResources.v047_specialties_sql),
    Migration("v048_links_by_mail", PackageResources.v048_links_by_mail_sql),
    Migration("v049_inviters", PackageResources.v049_inviters_sql)
]

/// The service, put together; the tests call this too.
func app(_ configuration: ServiceConfiguration, _ dependencies: Dependencies, verifier: TokenVerifier) -> ServiceApp {
    var app = ServiceApp(
        configuration, pool: dependencies.pool, verifier: verifier, routes: routes(dependencies),
        jobs: [
            .rotateSigningKeys(dependencies), .resealSigningKeys(dependencies), .purgeExpired(dependencies), .sealAudit(dependencies), .purgeAudit(dependencies),
            .tellAuditHead(), .purgeSignUpCounts(dependencies),
            .countPasswordCosts(), .signDeletions(dependencies), .resealEventKeys(dependencies), .resealMails(dependencies), .mailPasswordLinks(dependencies),
            .resealFactors(dependencies), .eraseDue(dependencies), .forgetInTopic(dependencies), .forgetForeignPictures(dependencies), .foldNames(.users),
            .tellSpecialties, .endSessionsOfDisabledClients(dependencies), .endSurplusSessions(dependencies),
            .resealLicences(dependencies)
        ], parts: [ErrandRunner(MailRoom(dependencies)), ErrandRunner(LogoutRound(dependencies))], masterKeys: dependencies.masters, now: dependencies.now)
    let pool = dependencies.pool
    app.registeredOrigins = { try await pool.withConnection { try await $0.registeredOrigins() } }
    return app
}

/// The service from its settings: what Main runs.
func serviceApp(_ configuration: ServiceConfiguration, _ environment: inout Environment, _ pool: PostgresPool) -> ServiceApp {
    let dependencies = Dependencies(AuthSettings(configuration, &environment), pool: pool, now: configuration.now)
    return app(configuration, dependencies, verifier: dependencies.verifier)
}
