import CareModels
import Foundation

/// What comes next for a valid authorization request.
enum AuthorizationStep: Equatable {
    case logIn
    /// Who is logged in by their password is to show their second factor.
    case secondFactor
    /// Who is logged in has none, and their role, or an organisation of theirs, demands one.
    case setUpFactor
    /// These are to be shown and agreed to.
    case consent(Set<String>)
    case issue(Set<String>)
    case refuse(OAuthError)

    /// A person who has logged in with this browser.
    struct SignedIn: Equatable, Sendable {
        var userID: UserID
        var role: Role
        var authTime: Date
        /// What they have already agreed to for this client.
        var granted: Set<String>
        var context = AuthenticationContext.password
        /// One that counts.
        var hasSecondFactor = false
        /// By an organisation, of what they do there.
        var isFactorDemanded = false
    }

    /// `demanding`: roles that must have a second factor.
    static func next(
        _ request: AuthorizationRequest, client: Client, signedIn: SignedIn?, demanding: Set<Role> = [], now: Date
    ) -> AuthorizationStep {
        let isSilent = request.prompts.contains(.none)
        guard let signedIn, !wantsLogin(request, authTime: signedIn.authTime, now: now) else {
            return isSilent ? .refuse(OAuthError(.loginRequired, "the person must log in")) : .logIn
        }
        guard request.claims.subjects.isSubset(of: [signedIn.userID.description]) else {
            return .refuse(OAuthError(.loginRequired, "somebody else is logged in than the app asks for"))
        }
        let isDemanded = demanding.contains(signedIn.role) || signedIn.isFactorDemanded
        if request.demandsTwoFactors || isDemanded, !signedIn.context.hasTwoFactors {
            return factor(signedIn, isDemanded: isDemanded, isSilent: isSilent, now: now)
        }
        let scopes = Scopes.given(by: signedIn.role, of: request.scopes, launch: request.launch)
        guard !scopes.isEmpty else { return .refuse(OAuthError(.invalidScope, "this person has none of the scopes asked for")) }
        // An app that asked for a patient would go on without one.
        guard !request.wantsPatient || signedIn.role == .patient || signedIn.role == .provider && request.launch != nil else {
            return .refuse(OAuthError(.accessDenied, "only patients have records here that an app can be opened for: their own; a provider opens it by a launch"))
        }
        let shown = self.shown(scopes, request)
        guard wantsConsent(request, client: client, shown: shown, granted: signedIn.granted) else { return .issue(scopes) }
        return isSilent ? .refuse(OAuthError(.consentRequired, "the person must agree first")) : .consent(shown)
    }

    /// Who sets one up does so just after a sign-in.
    private static func factor(_ signedIn: SignedIn, isDemanded: Bool, isSilent: Bool, now: Date) -> AuthorizationStep {
        if signedIn.hasSecondFactor { return isSilent ? .refuse(OAuthError(.loginRequired, "the person must show their second factor")) : .secondFactor }
        guard isDemanded else {
            return .refuse(OAuthError(.unmetAuthenticationRequirements, "the person has no second factor; they set one up first"))
        }
        if isSilent { return .refuse(OAuthError(.loginRequired, "the person must set up a second factor")) }
        return StepUp.isFresh(signedIn.authTime, now: now) ? .setUpFactor : .logIn
    }

    /// What a person agrees to: the scopes of the tokens, and those that would give what was asked for claim by claim.
    static func shown(_ scopes: Set<String>, _ request: AuthorizationRequest) -> Set<String> { scopes.union(request.claims.scopes) }

    private static func wantsLogin(_ request: AuthorizationRequest, authTime: Date, now: Date) -> Bool {
        // The address of a pushed request stays the same on the way back from the login, which has met what it asks for.
        if let pushed = request.pushed, authTime >= pushed.pushedAt { return false }
        if request.prompts.contains(.login) || request.prompts.contains(.selectAccount) { return true }
        guard let maxAge = request.maxAge else { return false }
        return now.timeIntervalSince(authTime) > Double(maxAge)
    }

    /// A public app that any program could impersonate is asked about each time (RFC 8252, 8.6).
    private static func wantsConsent(_ request: AuthorizationRequest, client: Client, shown: Set<String>, granted: Set<String>) -> Bool {
        if request.prompts.contains(.consent) { return true }
        if client.isFirstParty { return false }
        if client.kind == .public, RedirectURI.isUnproven(request.redirectURI) { return true }
        return !Scopes.cover(granted, shown)
    }
}
