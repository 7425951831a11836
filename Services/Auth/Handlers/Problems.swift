import CareModels
import CareService
import HTTP

// How this service's refusals read to a client: as problems (RFC 9457), at the token endpoint as OAuth's errors (RFC 6749, 5.2). Each is
// thrown by a rule or a use case and rendered once, here; what apps hear by way of the browser is in `Authorize/`.

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchUser:
            return Problem.notFound("There is no such user.")
        case .signedOut:
            return Problem.unauthorized("This session has ended. Log in again.")
        case .noSuchSession:
            return Problem.notFound("There is no such session.")
        case .noSuchBrowser:
            return Problem.notFound("There is no such browser.")
        case .noSuchApp:
            return Problem.notFound("There is no such app.")
        case .noSuchFactor:
            return Problem.notFound("There is no such factor.")
        case .noSuchClient:
            return Problem.notFound("There is no such client.")
        case .clientExists:
            return Problem(.clientExists, detail: "Choose another id.", fields: [Fault("id", "is taken")])
        case .clientChanged(let revision), .factorChanged(let revision):
            return Problem.preconditionFailed("The current version is \(revision); read it again.", current: revision)
        case .ownClient:
            return Problem.forbidden("This app is Careline's own.")
        case .publicClient:
            return Problem(.publicClient, detail: "It is a public client, which has none to be replaced.")
        case .factorExists:
            return Problem(.factorExists, detail: "There are codes of an app already. Remove them first.")
        case .tooManyPasskeys:
            return Problem(
                .quotaExceeded, detail: "An account has at most \(Passkey.most) passkeys. Remove one first.",
                members: ["limit": .number(Passkey.most), "used": .number(Passkey.most)])
        case .noPasskeysHere:
            return Problem.notFound("Browsers make no passkeys for the address of this platform.")
        case .secondFactorToBeSetUp:
            return Problem(.secondFactorToBeSetUp, detail: "This role needs a second factor. Set one up on the login page.")
        case .requestSpent, .deviceOver:
            return Problem.notFound("There is no such authorization request.")
        case .usernameTaken:
            return Problem(.usernameTaken, detail: "Choose another username.", fields: [.usernameTaken])
        case .accountChanged(let revision):
            return Problem.preconditionFailed("The current version is \(revision); read it again.", current: revision)
        case .passwordToBeChanged:
            return Problem(.passwordToBeChanged, detail: "This password was set by an operator. Set your own on the login page, or by a link from /account/reset.")
        case .passwordOver:
            return Problem(.passwordToBeChanged, detail: Self.passwordOverDetail)
        case .suspended:
            return Problem(.accountSuspended, detail: Self.suspendedDetail)
        case .toBeErased(let instant):
            return Problem(
                .accountToBeErased,
                detail: "This account is erased on \(Erasure.spelled(instant)). Until then its person can keep it: POST /account/erasure/withdrawal.")
        case .ownAccount:
            return Problem.forbidden("This is your own account: another operator has to do this.")
        case .noAvatar:
            return Problem.notFound("There is no picture of this user.")
        case .avatarChanged:
            return Problem.preconditionFailed("The picture is another one by now, or gone; read it again.")
        case .linkOver:
            return Problem.invalid(Fault("token", "was used, or has expired; ask for a new link"))
        }
    }
}

extension Refusal {
    // On pages too.

    static let passwordOverDetail: Text =
        "An operator set this password, and the time to change it is over. Set your own by a link from /account/reset, or ask who runs this platform for another."
    static let suspendedDetail: Text = "This account is suspended. Ask who runs this platform."
}

extension OrganisationRule.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchOrganisation: Problem.notFound("There is no such organisation.")
        case .noSuchMember: Problem.notFound("There is no such member.")
        case .noSuchInvitation: Problem.notFound("There is no such invitation.")
        case .noSuchTeam: Problem.notFound("There is no such team.")
        case .noLogo: Problem.notFound("There is no logo of this organisation.")
        case .logoChanged: Problem.preconditionFailed("The picture is another one by now, or gone; read it again.")
        case .notAllowed: Problem.forbidden("Your roles in this organisation do not allow that.")
        case .noProvider: Problem(.notAProvider, detail: "Practitioners are providers, and providers alone are verified.")
        case .ownLicence: Problem.forbidden("Nobody verifies themselves: another has to do this.")
        case .lastOwner: Problem(.lastOwner, detail: "Make somebody else an owner first.")
        case .alreadyMember: Problem(.alreadyMember, detail: "Change their roles instead.")
        case .full(let most): Self.quota("An organisation has at most \(most) members.", most)
        case .teamExists: Problem(.teamExists, detail: "Choose another name.", fields: [Fault("name", "is taken")])
        case .tooManyTeams(let most): Self.quota("An organisation has at most \(most) teams.", most)
        case .strangersInTeam: Problem.invalid(Fault("memberIds", "must all be members of the organisation"))
        case .tooManyInvitations(let most): Self.quota("At most \(most) invitations of an organisation wait at a time.", most)
        case .tooManyInvitationsToday(let most, let wait): .tooManyInADay("An organisation invites at most \(most) people in a day.", wait)
        case .changed(let revision): Problem.preconditionFailed("The current version is \(revision); read it again.", current: revision)
        }
    }

    private static func quota(_ detail: Text, _ most: Int) -> Problem {
        Problem(.quotaExceeded, detail: detail, members: ["limit": .number(most), "used": .number(most)])
    }
}

extension Fault {
    static let usernameTaken = Fault("username", "is taken")
}

extension Launch.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notTrusted: Problem.forbidden("Only an app of the platform's own opens others.")
        case .noSuchApp: Problem.invalid(Fault("clientId", "is no app that may be opened so: it needs the scope launch"))
        case .patient: Problem.forbidden("You can open an app for your own records only, as a patient.")
        case .noPatient: Problem.invalid(Fault("patientId", "is required of a provider: whose records the app is opened for"))
        case .noSuchPatient: Problem.invalid(Fault("patientId", "is no patient's id"))
        }
    }
}

extension Avatar.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknownKind:
            Problem(.unsupportedFile, detail: "Taken are PNG, JPEG and WebP images.")
        case .damaged, .tooLarge, .tooLong:
            Problem.invalid(Fault("picture", said))
        }
    }
}

extension Avatar.Refusal {
    /// On pages too, behind what it is said of.
    var said: Text {
        switch self {
        case .unknownKind: "must be a PNG, JPEG or WebP image"
        case .damaged: "is damaged; save it anew"
        case .tooLarge(let width, let height): "must be at most \(limit: Avatar.longestSide) pixels wide and high, not \(width) × \(height)"
        case .tooLong: "must have at most \(limit: Avatar.most) bytes"
        }
    }
}

extension Guardianship.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notOfPatients: Problem.forbidden("Guardians are a patient's: nobody acts for those whom others rely on.")
        case .actorThemselves: Problem.forbidden("This is your own account: another operator has to do this.")
        case .oneself: Problem.invalid(Fault("guardianId", "is the same person"))
        case .noSuchGuardian: Problem.invalid(Fault("guardianId", "is nobody's id"))
        case .noSuchGuardianship: Problem.notFound("There is no such guardianship.")
        case .tooMany(let wait): .tooManyInADay("At most \(Guardianship.mostADay) people are invited in a day.", wait)
        }
    }
}

extension Problem {
    fileprivate static func tooManyInADay(_ detail: Text, _ wait: Int) -> Problem {
        Problem(.tooManyRequests, detail: detail, headers: ["Retry-After": String(wait)])
    }
}

extension LoginRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .wrong:
            Problem(.wrongCredentials, headers: Self.challenge)
        case .codeRequired:
            Problem(.secondFactorRequired, detail: "Send the code of the authenticator app, or a recovery code, as `code`.", headers: Self.challenge)
        case .wrongCode:
            Problem(
                .secondFactorRequired, detail: "Wait for the next code, or take a recovery code that was not used yet.",
                fields: [Fault("code", "is wrong, or was used already")], headers: Self.challenge)
        case .blocked(let seconds): .tooManyRequests(retryAfter: seconds)
        }
    }
}

extension LoginRefusal {
    fileprivate static var challenge: HTTPHeaders { ["WWW-Authenticate": "Bearer realm=\"careline\""] }
}

extension StepUp.NoPower: ProblemConvertible {
    var problem: Problem { .secondFactorWanted }
}

extension PasskeyRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .challenge: Problem.invalid(Fault("credential", "answers nothing that is still asked; begin anew"))
        case .malformed: Problem.invalid(Fault("credential", "is not what a browser makes of these options on this platform's pages"))
        case .notVerified: Problem.invalid(Fault("credential", "was made without the device asking who holds it"))
        case .unknownKey: Problem.invalid(Fault("credential", "is a key of a kind that was not asked for"))
        case .wrong, .copied: Problem(.wrongCredentials)
        case .taken: Problem(.factorExists, detail: "This passkey is registered already.")
        }
    }

    /// On pages.
    var said: Text {
        switch self {
        case .challenge: "That took too long. Please try again."
        case .notVerified: "Your device did not check that it is you. Please try again with your fingerprint, face or PIN."
        case .taken: "This passkey is registered already."
        case .malformed, .unknownKey, .wrong, .copied: "This passkey did not work here. Try again, or sign in another way."
        }
    }
}

extension StepUp.Refusal: ProblemConvertible {
    /// RFC 9470, 3.
    var problem: Problem {
        let acr = wantsTwoFactors ? ", acr_values=\"\(AuthenticationContext.twoFactors)\"" : ""
        let challenge = "Bearer realm=\"careline\", error=\"insufficient_user_authentication\", max_age=\"\(Int(StepUp.longest))\"\(acr)"
        return Problem(
            .insufficientUserAuthentication, detail: "Sign in again, at most \(Int(StepUp.longest / 60), "minute", "minutes") before this.",
            headers: ["WWW-Authenticate": challenge])
    }
}

extension SignUpQuota.Refusal: ProblemConvertible {
    var problem: Problem { .tooManyRequests(retryAfter: seconds) }
}

extension HashingThreads.Busy: ProblemConvertible {
    var problem: Problem { .unavailable(retryAfter: 1) }
}

extension KeyRing.NoSigner: ProblemConvertible {
    var problem: Problem { .unavailable(retryAfter: 5) }
}

extension OAuthError {
    static let codeRefused = OAuthError(
        .invalidGrant, "the code is unknown, spent, expired, or not for this client, redirect_uri or code_verifier")
    static let refreshTokenRefused = OAuthError(
        .invalidGrant, "the refresh token is unknown, spent, expired, revoked, or not for this client")

    static let registrationRefused = OAuthError(.invalidToken, "the token is unknown, expired or spent, or not for this client")

    static let invitationMissing = OAuthError(
        noToken: "send an initial access token as Authorization: Bearer ...; the operator makes one (careline clients invite), a demo shows one on its first page"
    )
    static let registrationTokenMissing = OAuthError(
        noToken: "send the registration_access_token that this client was registered with as Authorization: Bearer ...")

    /// As the token endpoint answers it, and those beside it.
    func response(to request: Request) throws -> Response {
        var headers: HTTPHeaders = ["Cache-Control": "no-store", "Pragma": "no-cache"]
        let isClient = code == .invalidClient
        // The client named itself in the header.
        if isClient, request.headers.contains(name: "Authorization") { headers.add(name: "WWW-Authenticate", value: "Basic realm=\"careline\"") }
        if let nonce { headers.add(name: ProofNonces.header, value: nonce) }
        if code == .invalidToken { headers.add(name: "WWW-Authenticate", value: "Bearer realm=\"careline\"" + (hadToken ? ", error=\"invalid_token\"" : "")) }
        return try .json(OAuthErrorView(self), status: isClient || code == .invalidToken ? .unauthorized : .badRequest, headers: headers)
    }
}
