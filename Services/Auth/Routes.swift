import HTTP

/// Auth's table of contents, part by part: one expression of them all is more than the compiler can type in time. OAuth's endpoints ignore parameters that they do not
/// know (RFC 6749, 3.1).
func routes(_ dependencies: Dependencies) -> [Route] {
    let allowances = dependencies.allowances
    // What somebody takes away is counted by what they add.
    let own = (factors(dependencies) + guardianships(dependencies)).limiting([.POST, .PUT, .PATCH], by: allowances.changes)
    let others = administration(dependencies) + organisations(dependencies) + members(dependencies) + teams(dependencies)
    let all =
        people(dependencies) + account(dependencies) + own + others.limiting([.POST, .PUT, .PATCH, .DELETE], by: allowances.administration)
        + discovery(dependencies) + tokens(dependencies) + pages(dependencies) + accountPages(dependencies) + adminPages(dependencies)
    return all.changingInTurn()
}

private func people(_ dependencies: Dependencies) -> [Route] {
    let changes = dependencies.allowances.changes
    return [
        .post("/signup", .anyone, bodyLimit: 16 << 10, operation: "signUp", SignUp(dependencies: dependencies).handle),
        .post("/auth/login", .anyone, bodyLimit: 16 << 10, operation: "logIn", LogIn(dependencies: dependencies).handle),
        .post("/auth/logout", .signedIn, bodyLimit: 0, operation: "logOut", LogOut(dependencies: dependencies).handle),
        .get("/users/:id", .signedIn, operation: "getUser", GetUser(dependencies: dependencies).handle),
        .patch("/users/:id", .signedIn.inPerson(), bodyLimit: 16 << 10, operation: "changeUser", ChangeUser(dependencies: dependencies).handle)
            .limited(by: changes),
        .get("/users/:id/avatar", .signedIn, operation: "getAvatar", GetAvatar(dependencies: dependencies).handle),
        .get(
            "/users/:id/avatar/image", .anyone, query: ["expires", "signature"], operation: "showAvatar", ShowAvatar(dependencies: dependencies).handle),
        .put("/users/:id/avatar", .signedIn.inPerson(), bodyLimit: Avatar.most, operation: "setAvatar", SetAvatar(dependencies: dependencies).handle).computing()
            .limited(by: changes),
        .delete("/users/:id/avatar", .signedIn.inPerson(), operation: "removeAvatar", RemoveAvatar(dependencies: dependencies).handle),
        .delete("/users/:id", .signedIn.inPerson(), operation: "deleteUser", DeleteUser(dependencies: dependencies).handle)
    ]
}

private func discovery(_ dependencies: Dependencies) -> [Route] {
    let metadata = GetMetadata(dependencies: dependencies).handle
    return [
        .get("/.well-known/openid-configuration", .anyone, query: ["*"], operation: "getOpenIDConfiguration", metadata),
        .get("/.well-known/oauth-authorization-server", .anyone, query: ["*"], operation: "getOAuthMetadata", metadata),
        .get("/oauth/jwks", .anyone, query: ["*"], operation: "getKeys", GetKeys(dependencies: dependencies).handle),
        .get("/oauth/event-keys", .anyone, query: ["*"], operation: "getEventKeys", GetEventKeys(dependencies: dependencies).handle),
        .get("/oauth/origins", .anyone, query: ["*"], operation: "getOrigins", GetOrigins(dependencies: dependencies).handle),
        .get(SMARTStyleView.path, .anyone, query: ["*"], operation: "getSMARTStyle", GetSMARTStyle().handle),
        .get("/sdk/versions", .anyone, operation: "getSDKVersions", GetSDKVersions(dependencies: dependencies).handle)
    ]
}

/// What apps ask for with a form or a token.
private func tokens(_ dependencies: Dependencies) -> [Route] {
    let introspect = Route.post(
        "/oauth/introspect", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "introspectToken", IntrospectToken(dependencies: dependencies).handle)
    let register = Route.post(
        "/oauth/register", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "registerClient", RegisterOwnClient(dependencies: dependencies).handle)
    let registration = GetRegistration(dependencies: dependencies).handle
    let replace = ReplaceRegistration(dependencies: dependencies).handle
    let end = EndRegistration(dependencies: dependencies).handle
    return [
        // Of machines alone too: no page has the token.
        register.forOwnPagesOnly(),
        Route.get("/oauth/register/:clientId", .anyone, query: ["*"], operation: "getRegistration", registration).forOwnPagesOnly(),
        Route.put("/oauth/register/:clientId", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "replaceRegistration", replace).forOwnPagesOnly(),
        Route.delete("/oauth/register/:clientId", .anyone, query: ["*"], operation: "endRegistration", end).forOwnPagesOnly(),
        .post("/oauth/token", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "makeToken", MakeToken(dependencies: dependencies).handle),
        .post("/oauth/par", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "pushRequest", PushRequest(dependencies: dependencies).handle),
        .post(
            "/oauth/device_authorization", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "authorizeDevice",
            AuthorizeDevice(dependencies: dependencies).handle),
        .post("/oauth/revoke", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "revokeToken", RevokeToken(dependencies: dependencies).handle),
        .post(
            "/oauth/launches", Access.roles(.patient, .provider).scope("records:read").inPerson(), bodyLimit: 16 << 10, operation: "createLaunch",
            CreateLaunch(dependencies: dependencies).handle
        ).limited(by: dependencies.allowances.changes),
        // For machines alone: no page has a secret.
        introspect.forOwnPagesOnly(),
        .get("/userinfo", .signedIn.scope("openid"), query: ["*"], operation: "getUserInfo", GetUserInfo(dependencies: dependencies).handle),
        .post("/userinfo", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "postUserInfo", PostUserInfo(dependencies: dependencies).handle)
    ]
}

private let page: Set = ["limit", "after"]

/// One's own account: nobody does any of it for somebody else.
private func account(_ dependencies: Dependencies) -> [Route] {
    let own = Access.signedIn.inPerson()
    return [
        .post("/account/password", own, bodyLimit: 16 << 10, operation: "changePassword", ChangeOwnPassword(dependencies: dependencies).handle),
        .post("/account/password/reset", .anyone, bodyLimit: 16 << 10, operation: "forgotPassword", ForgotPassword(dependencies: dependencies).handle),
        .post(
            "/account/erasure/withdrawal", .anyone, bodyLimit: 16 << 10, operation: "withdrawErasure", WithdrawErasure(dependencies: dependencies).handle),
        .post("/account/email", own, bodyLimit: 16 << 10, operation: "changeEmail", ChangeOwnEmail(dependencies: dependencies).handle),
        .get("/account/export", own.scope("account:read"), operation: "exportAccount", GetAccountExport(dependencies: dependencies).handle).computing()
            .limited(by: dependencies.allowances.changes),
        .get("/account/sessions", own.scope("account:read"), query: page, operation: "listSessions", ListSessions(dependencies: dependencies).handle),
        .delete("/account/sessions", own.scope("account:write"), operation: "endOtherSessions", EndOthers(dependencies: dependencies).handle),
        .delete("/account/sessions/:id", own.scope("account:write"), operation: "endSession", EndOne(dependencies: dependencies).handle),
        .get("/account/browsers", own.scope("account:read"), query: page, operation: "listBrowsers", ListBrowsers(dependencies: dependencies).handle),
        .delete(
            "/account/browsers", own.scope("account:write"), operation: "endOtherBrowsers",
            EndOtherBrowsers(dependencies: dependencies).handle),
        .delete("/account/browsers/:id", own.scope("account:write"), operation: "endBrowser", EndOneBrowser(dependencies: dependencies).handle),
        .get("/account/apps", own.scope("account:read"), query: page, operation: "listApps", ListApps(dependencies: dependencies).handle),
        .delete(
            "/account/apps/:clientId", own.scope("account:write"), operation: "withdrawConsent",
            WithdrawFromApp(dependencies: dependencies).handle)
    ]
}

/// With room for its keys.
private let clientLimit = PublicJWKSet.mostBytes + (16 << 10)

/// Powers over other people's accounts: scopes that no app of somebody else's can have, and no page of another origin.
private func administration(_ dependencies: Dependencies) -> [Route] {
    let users = Access.roles(.admin).scope("admin:users")
    let clients = Access.roles(.admin).scope("admin:clients")
    let audit = Access.roles(.admin).scope("admin:audit")
    let rotate = RotateClientSecret(dependencies: dependencies).handle
    let organisations = Access.roles(.admin).scope("admin:organisations")
    let verification = "/admin/users/:id/verification"
    let routes: [Route] = [
        .get(verification, organisations, operation: "getVerification", GetUsersVerification(dependencies: dependencies).handle),
        .put(verification, organisations, bodyLimit: 1 << 10, operation: "verifyUser", VerifyUser(dependencies: dependencies).handle),
        .delete(verification, organisations, operation: "withdrawVerification", WithdrawUsersVerification(dependencies: dependencies).handle),
        .get("/admin/users", users, query: FindUsers.query, operation: "findUsers", FindUsers(dependencies: dependencies).handle),
        .post("/admin/users/:id/suspend", users, bodyLimit: 1 << 10, operation: "suspendUser", SuspendUser(dependencies: dependencies).handle),
        .post("/admin/users/:id/resume", users, bodyLimit: 0, operation: "resumeUser", ResumeUser(dependencies: dependencies).handle),
        .post("/admin/users/:id/unlock", users, bodyLimit: 0, operation: "unlockUser", UnlockUser(dependencies: dependencies).handle),
        .get("/admin/clients", clients, query: ListClients.query, operation: "listClients", ListClients(dependencies: dependencies).handle),
        .post("/admin/clients", clients, bodyLimit: clientLimit, operation: "createClient", CreateClient(dependencies: dependencies).handle),
        .get("/admin/clients/:clientId", clients, operation: "getClient", GetClient(dependencies: dependencies).handle),
        .patch("/admin/clients/:clientId", clients, bodyLimit: clientLimit, operation: "changeClient", ChangeClient(dependencies: dependencies).handle),
        .delete("/admin/clients/:clientId", clients, operation: "disableClient", EndClient(dependencies: dependencies).handle),
        .post("/admin/clients/:clientId/secret", clients, bodyLimit: 1 << 10, operation: "rotateClientSecret", rotate),
        .post(
            "/admin/users/:id/factors/reset", users, bodyLimit: 1 << 10, operation: "resetFactors", ResetFactorsOfUser(dependencies: dependencies).handle),
        .get("/admin/audit", audit, query: ListAudit.query, operation: "listAudit", ListAudit(dependencies: dependencies).handle)
    ]
    return routes.map { $0.forOwnPagesOnly() }
}

private let seesOrganisations = Access.signedIn.scope("organisations:read")
private let changesOrganisations = Access.signedIn.scope("organisations:write")

/// Clinics, and who asks whom to join them.
private func organisations(_ dependencies: Dependencies) -> [Route] {
    let (sees, changes) = (seesOrganisations, changesOrganisations)
    let platform = Access.roles(.admin).scope("admin:organisations")
    let create = Route.post(
        "/organisations", platform, bodyLimit: 16 << 10, operation: "createOrganisation", CreateOneOrganisation(dependencies: dependencies).handle)
    return [
        // A power over others, as those at /admin.
        create.forOwnPagesOnly(),
        .get("/organisations", sees, query: page, operation: "listOrganisations", ListOrganisations(dependencies: dependencies).handle),
        .get("/organisations/invitations", sees, query: page, operation: "listOwnInvitations", ListOwnInvitations(dependencies: dependencies).handle),
        .post(
            "/organisations/invitations/:id/acceptance", changes, bodyLimit: 0, operation: "acceptInvitation",
            AcceptOneInvitation(dependencies: dependencies).handle),
        .get("/organisations/:id", sees, operation: "getOrganisation", GetOrganisation(dependencies: dependencies).handle),
        .patch("/organisations/:id", changes, bodyLimit: 16 << 10, operation: "changeOrganisation", ChangeOneOrganisation(dependencies: dependencies).handle),
        .delete("/organisations/:id", changes, operation: "closeOrganisation", CloseOneOrganisation(dependencies: dependencies).handle),
        .get("/organisations/:id/logo", .signedIn, operation: "getLogo", GetLogo(dependencies: dependencies).handle),
        .put("/organisations/:id/logo", changes, bodyLimit: Avatar.most, operation: "setLogo", SetLogo(dependencies: dependencies).handle).computing(),
        .delete("/organisations/:id/logo", changes, operation: "removeLogo", RemoveLogo(dependencies: dependencies).handle)
    ]
}

/// Who works in them.
private func members(_ dependencies: Dependencies) -> [Route] {
    let (sees, changes) = (seesOrganisations, changesOrganisations)
    let platform = Access.roles(.admin).scope("admin:organisations")
    let (members, member) = ("/organisations/:id/members", "/organisations/:id/members/:userId")
    let invitations = "/organisations/:id/invitations"
    let add = Route.post(members, platform, bodyLimit: 1 << 10, operation: "addMember", AddOneMember(dependencies: dependencies).handle)
    return [
        add.forOwnPagesOnly(),
        .get(members, sees, query: page, operation: "listMembers", ListMembers(dependencies: dependencies).handle),
        .patch(member, changes, bodyLimit: 1 << 10, operation: "changeMember", ChangeOneMember(dependencies: dependencies).handle),
        .delete(member, changes, operation: "removeMember", RemoveOneMember(dependencies: dependencies).handle),
        .put(member + "/verification", changes, bodyLimit: 1 << 10, operation: "verifyMember", VerifyMember(dependencies: dependencies).handle),
        .delete(
            member + "/verification", changes, operation: "withdrawMembersVerification",
            WithdrawMembersVerification(dependencies: dependencies).handle),
        .get(invitations, sees, query: page, operation: "listInvitations", ListInvitations(dependencies: dependencies).handle),
        .post(invitations, changes, bodyLimit: 1 << 10, operation: "inviteMember", InviteOneMember(dependencies: dependencies).handle),
        .delete(
            invitations + "/:invitationId", changes, operation: "withdrawInvitation", WithdrawOneInvitation(dependencies: dependencies).handle)
    ]
}

/// Which of them belong together.
private func teams(_ dependencies: Dependencies) -> [Route] {
    let (sees, changes) = (seesOrganisations, changesOrganisations)
    let (teams, team) = ("/organisations/:id/teams", "/organisations/:id/teams/:teamId")
    return [
        .get(teams, sees, query: page, operation: "listTeams", ListTeams(dependencies: dependencies).handle),
        .post(teams, changes, bodyLimit: 16 << 10, operation: "createTeam", CreateOneTeam(dependencies: dependencies).handle),
        .get(team, sees, operation: "getTeam", GetTeam(dependencies: dependencies).handle),
        .patch(team, changes, bodyLimit: 16 << 10, operation: "changeTeam", ChangeOneTeam(dependencies: dependencies).handle),
        .delete(team, changes, operation: "deleteTeam", DeleteOneTeam(dependencies: dependencies).handle)
    ]
}

/// What one proves oneself by beside the password.
private func factors(_ dependencies: Dependencies) -> [Route] {
    let own = Access.signedIn.inPerson()
    return [
        .get("/users/:id/factors", own, operation: "getFactors", GetFactors(dependencies: dependencies).handle),
        .post("/users/:id/factors/totp", own, bodyLimit: 0, operation: "beginTOTP", BeginOwnTOTP(dependencies: dependencies).handle).computing(),
        .post(
            "/users/:id/factors/totp/confirmation", own, bodyLimit: 1 << 10, operation: "confirmTOTP", ConfirmOwnTOTP(dependencies: dependencies).handle),
        .post(
            "/users/:id/factors/recovery-codes", own, bodyLimit: 0, operation: "renewRecoveryCodes",
            RenewRecoveryCodes(dependencies: dependencies).handle),
        .post("/users/:id/factors/passkeys", own, bodyLimit: 0, operation: "beginPasskey", BeginOwnPasskey(dependencies: dependencies).handle),
        .post(
            "/users/:id/factors/passkeys/registration", own, bodyLimit: 16 << 10, operation: "registerPasskey",
            RegisterOwnPasskey(dependencies: dependencies).handle),
        .patch("/users/:id/factors/:factorId", own, bodyLimit: 1 << 10, operation: "renameFactor", RenameOwnPasskey(dependencies: dependencies).handle),
        .delete("/users/:id/factors/:factorId", own, operation: "removeFactor", RemoveOwnFactor(dependencies: dependencies).handle)
    ]
}

/// Who may act for whom.
private func guardianships(_ dependencies: Dependencies) -> [Route] {
    let own = Access.signedIn.inPerson()
    return [
        .post(
            "/users/:id/guardianships", own, bodyLimit: 1 << 10, operation: "inviteGuardian", InviteToGuardianship(dependencies: dependencies).handle),
        .get("/users/:id/guardianships", own, query: page, operation: "listGuardianships", ListGuardianships(dependencies: dependencies).handle),
        .put(
            "/users/:id/guardianships/:guardianshipId/acceptance", own, bodyLimit: 0, operation: "acceptGuardianship",
            AcceptOwnGuardianship(dependencies: dependencies).handle),
        .delete(
            "/users/:id/guardianships/:guardianshipId", own, operation: "endGuardianship",
            EndOneGuardianship(dependencies: dependencies).handle)
    ]
}

/// What people see: nothing of it is for a page of another origin to read.
private func pages(_ dependencies: Dependencies) -> [Route] {
    let pages: [Route] = [
        .get("/oauth/authorize", .anyone, query: ["*"], operation: "authorize", Authorize(dependencies: dependencies).handle),
        .post(
            "/oauth/authorize", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "postAuthorize",
            PostAuthorize(dependencies: dependencies).handle),
        .post("/oauth/login", .anyone, bodyLimit: 16 << 10, operation: "logInOnPage", LogInOnPage(dependencies: dependencies).handle),
        .post("/oauth/login/code", .anyone, bodyLimit: 16 << 10, operation: "enterCodeOnPage", EnterCodeOnPage(dependencies: dependencies).handle),
        .post("/oauth/login/passkey", .anyone, bodyLimit: 16 << 10, operation: "beginPasskeyLogin", BeginPasskeyLogin(dependencies: dependencies).handle),
        .post(
            "/oauth/login/passkey/assertion", .anyone, bodyLimit: 32 << 10, operation: "logInWithPasskeyOnPage",
            LogInWithPasskeyOnPage(dependencies: dependencies).handle),
        .post("/oauth/consent", .anyone, bodyLimit: 16 << 10, operation: "decideConsent", DecideConsent(dependencies: dependencies).handle),
        .get("/oauth/logout", .anyone, query: ["*"], operation: "requestLogout", RequestLogout(dependencies: dependencies).handle),
        .post(
            "/oauth/logout", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "postLogout", PostLogout(dependencies: dependencies).handle),
        .post(
            "/oauth/logout/confirm", .anyone, bodyLimit: 16 << 10, operation: "confirmLogout", ConfirmLogout(dependencies: dependencies).handle),
        .get("/oauth/signup", .anyone, query: ["*"], operation: "showSignUp", ShowSignUp(dependencies: dependencies).handle),
        .post("/oauth/signup", .anyone, bodyLimit: 16 << 10, operation: "signUpOnPage", SignUpOnPage(dependencies: dependencies).handle),
        .get("/account/reset", .anyone, query: ["token", PageLanguage.parameter], operation: "showPasswordReset", ShowReset(dependencies: dependencies).handle),
        .post("/account/reset", .anyone, bodyLimit: 16 << 10, operation: "forgotPasswordOnPage", ForgotPasswordOnPage(dependencies: dependencies).handle),
        .post("/account/reset/password", .anyone, bodyLimit: 16 << 10, operation: "setPasswordOnPage", SetPasswordOnPage(dependencies: dependencies).handle),
        .get(
            "/account/verify", .anyone, query: ["token", PageLanguage.parameter], operation: "showEmailVerification",
            ShowEmailVerification(dependencies: dependencies).handle),
        .post("/account/verify", .anyone, bodyLimit: 16 << 10, operation: "verifyEmailOnPage", VerifyEmailOnPage(dependencies: dependencies).handle)
    ]
    return pages.map(\.seenByPeople)
}

private func accountPages(_ dependencies: Dependencies) -> [Route] {
    let (form, page): (Int, Set) = (16 << 10, [PageLanguage.parameter])
    let showPassword = ShowPasswordChange(dependencies: dependencies).handle
    let changePassword = ChangePasswordOnPage(dependencies: dependencies).handle
    let withdraw = WithdrawErasureOnPage(dependencies: dependencies).handle
    let pages: [Route] = [
        // The login page says beside why it did not log in.
        .get("/account", .anyone, query: ["*"], operation: "showAccount", ShowAccount(dependencies: dependencies).handle),
        .get("/account/profile", .anyone, query: page, operation: "showProfile", ShowProfile(dependencies: dependencies).handle),
        .post("/account/profile", .anyone, bodyLimit: form, operation: "changeProfileOnPage", ChangeProfileOnPage(dependencies: dependencies).handle),
        .get("/account/picture", .anyone, query: page, operation: "showPicture", ShowPicture(dependencies: dependencies).handle),
        .get("/account/picture/image", .anyone, operation: "showOwnImage", ShowOwnImage(dependencies: dependencies).handle),
        .post(
            "/account/picture", .anyone, bodyLimit: Avatar.most + form, operation: "changePictureOnPage", ChangePictureOnPage(dependencies: dependencies).handle
        ).streamed().computing(),
        .get("/account/change-email", .anyone, query: page, operation: "showEmailChange", ShowEmailChange(dependencies: dependencies).handle),
        .post("/account/change-email", .anyone, bodyLimit: form, operation: "changeEmailOnPage", ChangeEmailOnPage(dependencies: dependencies).handle),
        .get("/account/change-password", .anyone, query: page, operation: "showPasswordChange", showPassword),
        .post("/account/change-password", .anyone, bodyLimit: form, operation: "changePasswordOnPage", changePassword),
        .get(
            "/account/factors", .anyone, query: page.union([AccountPlace.goOn]), operation: "showFactors", ShowFactors(dependencies: dependencies).handle),
        .post("/account/factors", .anyone, bodyLimit: form, operation: "changeFactorsOnPage", ChangeFactorsOnPage(dependencies: dependencies).handle),
        .post("/account/factors/totp", .anyone, bodyLimit: form, operation: "beginTOTPOnPage", BeginTOTPOnPage(dependencies: dependencies).handle).computing(),
        .post(
            "/account/factors/totp/confirmation", .anyone, bodyLimit: form, operation: "confirmTOTPOnPage", ConfirmTOTPOnPage(dependencies: dependencies).handle
        ).computing(),
        .post("/account/factors/passkey", .anyone, bodyLimit: form, operation: "beginPasskeyOnPage", BeginPasskeyOnPage(dependencies: dependencies).handle),
        .post(
            "/account/factors/passkey/registration", .anyone, bodyLimit: 2 * form, operation: "registerPasskeyOnPage",
            RegisterPasskeyOnPage(dependencies: dependencies).handle),
        .get("/account/logins", .anyone, query: page, operation: "showLogins", ShowLogins(dependencies: dependencies).handle),
        .post("/account/logins", .anyone, bodyLimit: form, operation: "endLoginOnPage", EndLoginOnPage(dependencies: dependencies).handle),
        .get("/account/data", .anyone, query: page, operation: "showExport", ShowExport(dependencies: dependencies).handle),
        .post("/account/data", .anyone, bodyLimit: form, operation: "exportOnPage", ExportOnPage(dependencies: dependencies).handle).computing(),
        .get("/account/guardianships", .anyone, query: page, operation: "showGuardianships", ShowGuardianships(dependencies: dependencies).handle),
        .post(
            "/account/guardianships", .anyone, bodyLimit: form, operation: "changeGuardianshipOnPage",
            ChangeGuardianshipOnPage(dependencies: dependencies).handle),
        .get("/account/invitations", .anyone, query: page, operation: "showInvitations", ShowInvitations(dependencies: dependencies).handle),
        .post("/account/invitations", .anyone, bodyLimit: form, operation: "acceptInvitationOnPage", AcceptInvitationOnPage(dependencies: dependencies).handle),
        .get("/account/erase", .anyone, query: page, operation: "showErasure", ShowErasure(dependencies: dependencies).handle),
        .post("/account/erase", .anyone, bodyLimit: form, operation: "eraseOnPage", EraseOnPage(dependencies: dependencies).handle),
        .post("/account/erase/withdraw", .anyone, bodyLimit: form, operation: "withdrawErasureOnPage", withdraw),
        .get("/device", .anyone, query: page, operation: "showDevice", ShowDevice(dependencies: dependencies).handle),
        .post("/device", .anyone, bodyLimit: form, operation: "enterDeviceCode", EnterDeviceCode(dependencies: dependencies).handle),
        .post("/device/decision", .anyone, bodyLimit: form, operation: "decideDevice", DecideDeviceOnPage(dependencies: dependencies).handle)
    ]
    return pages.map(\.seenByPeople)
}

private func adminPages(_ dependencies: Dependencies) -> [Route] {
    let (form, page): (Int, Set) = (16 << 10, [PageLanguage.parameter])
    let (list, log) = (page.union(["q", "after"]), page.union(LogPage.fields + ["after"]))
    let pages: [Route] = [
        .get("/admin", .anyone, query: page, operation: "showAdministration", ShowAdministration(dependencies: dependencies).handle),
        .get("/admin/people", .anyone, query: list, operation: "showPeople", ShowPeople(dependencies: dependencies).handle),
        .get("/admin/people/:id", .anyone, query: page, operation: "showPerson", ShowPerson(dependencies: dependencies).handle),
        .post("/admin/people/:id", .anyone, bodyLimit: form, operation: "changePersonOnPage", ChangePersonOnPage(dependencies: dependencies).handle),
        .get("/admin/apps", .anyone, query: list, operation: "showApps", ShowApps(dependencies: dependencies).handle),
        .post("/admin/apps", .anyone, bodyLimit: form, operation: "registerAppOnPage", RegisterAppOnPage(dependencies: dependencies).handle),
        .get("/admin/apps/:clientId", .anyone, query: page, operation: "showApp", ShowApp(dependencies: dependencies).handle),
        .post("/admin/apps/:clientId", .anyone, bodyLimit: form, operation: "changeAppOnPage", ChangeAppOnPage(dependencies: dependencies).handle),
        .get("/admin/log", .anyone, query: log, operation: "showLog", ShowLog(dependencies: dependencies).handle),
        .get("/admin/log/export", .anyone, query: page.union(LogPage.fields), operation: "exportLogOnPage", ExportLog(dependencies: dependencies).handle)
    ]
    return pages.map(\.seenByPeople)
}

extension [Route] {
    /// With these methods so often as who calls may.
    fileprivate func limiting(_ methods: [HTTPMethod], by limiter: CallerLimiter) -> [Route] {
        map { methods.contains($0.method) ? $0.limited(by: limiter) : $0 }
    }
}

extension Route {
    /// A page: its problems are pages too.
    fileprivate var seenByPeople: Route {
        forOwnPagesOnly().rendering(forPeople: true) { problem, refused in
            RefusalPage(status: problem.type.status, requestID: refused.requestID).page.response(
                problem.status, in: refused.pageLanguage.language, headers: problem.headers)
        }
    }
}
