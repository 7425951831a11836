import HTTP

/// Auth's table of contents, part by part: one expression of them all is more than the compiler can type in time. OAuth's endpoints ignore parameters that they do not
/// know (RFC 6749, 3.1).
func routes(_ dependencies: Dependencies) -> [Route] {
    people(dependencies) + account(dependencies) + factors(dependencies) + administration(dependencies) + discovery(dependencies) + tokens(dependencies)
        + pages(dependencies) + accountPages(dependencies) + organisations(dependencies) + members(dependencies)
}

private func people(_ dependencies: Dependencies) -> [Route] {
    [
        .post("/signup", .anyone, bodyLimit: 16 << 10, operation: "signUp", SignUp(dependencies: dependencies).handle),
        .post("/auth/login", .anyone, bodyLimit: 16 << 10, operation: "logIn", LogIn(dependencies: dependencies).handle),
        .post("/auth/logout", .signedIn, bodyLimit: 1 << 10, operation: "logOut", LogOut(dependencies: dependencies).handle),
        .get("/users/:id", .signedIn, operation: "getUser", GetUser(dependencies: dependencies).handle),
        .patch("/users/:id", .signedIn, bodyLimit: 16 << 10, operation: "changeUser", ChangeUser(dependencies: dependencies).handle),
        .get("/users/:id/avatar", .signedIn, operation: "getAvatar", GetAvatar(dependencies: dependencies).handle),
        .put("/users/:id/avatar", .signedIn, bodyLimit: Avatar.most, operation: "setAvatar", SetAvatar(dependencies: dependencies).handle),
        .delete("/users/:id/avatar", .signedIn, bodyLimit: 1 << 10, operation: "removeAvatar", RemoveAvatar(dependencies: dependencies).handle),
        .delete("/users/:id", .signedIn, bodyLimit: 1 << 10, operation: "deleteUser", DeleteUser(dependencies: dependencies).handle)
    ]
}

private func discovery(_ dependencies: Dependencies) -> [Route] {
    let metadata = GetMetadata(dependencies: dependencies).handle
    return [
        .get("/.well-known/openid-configuration", .anyone, query: ["*"], operation: "getOpenIDConfiguration", metadata),
        .get("/.well-known/oauth-authorization-server", .anyone, query: ["*"], operation: "getOAuthMetadata", metadata),
        .get("/oauth/jwks", .anyone, query: ["*"], operation: "getKeys", GetKeys(dependencies: dependencies).handle),
        .get("/oauth/event-keys", .anyone, query: ["*"], operation: "getEventKeys", GetEventKeys(dependencies: dependencies).handle),
        .get("/oauth/origins", .anyone, query: ["*"], operation: "getOrigins", GetOrigins(dependencies: dependencies).handle)
    ]
}

/// What apps ask for with a form or a token.
private func tokens(_ dependencies: Dependencies) -> [Route] {
    let introspect = Route.post(
        "/oauth/introspect", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "introspectToken", IntrospectToken(dependencies: dependencies).handle)
    return [
        .post("/oauth/token", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "makeToken", MakeToken(dependencies: dependencies).handle),
        .post("/oauth/par", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "pushRequest", PushRequest(dependencies: dependencies).handle),
        .post("/oauth/revoke", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "revokeToken", RevokeToken(dependencies: dependencies).handle),
        // For machines alone: no page has a secret.
        introspect.forOwnPagesOnly(),
        .get("/userinfo", .signedIn.scope("openid"), query: ["*"], operation: "getUserInfo", GetUserInfo(dependencies: dependencies).handle),
        .post("/userinfo", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "postUserInfo", PostUserInfo(dependencies: dependencies).handle)
    ]
}

private let page: Set = ["limit", "after"]

/// One's own account.
private func account(_ dependencies: Dependencies) -> [Route] {
    [
        .post("/account/password", .signedIn, bodyLimit: 16 << 10, operation: "changePassword", ChangeOwnPassword(dependencies: dependencies).handle),
        .post("/account/password/reset", .anyone, bodyLimit: 16 << 10, operation: "forgotPassword", ForgotPassword(dependencies: dependencies).handle),
        .post("/account/email", .signedIn, bodyLimit: 16 << 10, operation: "changeEmail", ChangeOwnEmail(dependencies: dependencies).handle),
        .get("/account/sessions", .signedIn.scope("account:read"), query: page, operation: "listSessions", ListSessions(dependencies: dependencies).handle),
        .delete("/account/sessions", .signedIn.scope("account:write"), bodyLimit: 1 << 10, operation: "endOtherSessions", EndOthers(dependencies: dependencies).handle),
        .delete("/account/sessions/:id", .signedIn.scope("account:write"), bodyLimit: 1 << 10, operation: "endSession", EndOne(dependencies: dependencies).handle),
        .get("/account/apps", .signedIn.scope("account:read"), query: page, operation: "listApps", ListApps(dependencies: dependencies).handle),
        .delete(
            "/account/apps/:clientId", .signedIn.scope("account:write"), bodyLimit: 1 << 10, operation: "withdrawConsent",
            WithdrawFromApp(dependencies: dependencies).handle)
    ]
}

/// Powers over other people's accounts: scopes that no app of somebody else's can have, and no page of another origin.
private func administration(_ dependencies: Dependencies) -> [Route] {
    let users = Access.roles(.admin).scope("admin:users")
    let audit = Access.roles(.admin).scope("admin:audit")
    let organisations = Access.roles(.admin).scope("admin:organisations")
    let verification = "/admin/users/:id/verification"
    let routes: [Route] = [
        .get(verification, organisations, operation: "getVerification", GetUsersVerification(dependencies: dependencies).handle),
        .put(verification, organisations, bodyLimit: 1 << 10, operation: "verifyUser", VerifyUser(dependencies: dependencies).handle),
        .delete(verification, organisations, bodyLimit: 1 << 10, operation: "withdrawVerification", WithdrawUsersVerification(dependencies: dependencies).handle),
        .get("/admin/users", users, query: FindUsers.query, operation: "findUsers", FindUsers(dependencies: dependencies).handle),
        .post("/admin/users/:id/suspend", users, bodyLimit: 1 << 10, operation: "suspendUser", SuspendUser(dependencies: dependencies).handle),
        .post("/admin/users/:id/resume", users, bodyLimit: 1 << 10, operation: "resumeUser", ResumeUser(dependencies: dependencies).handle),
        .post("/admin/users/:id/unlock", users, bodyLimit: 1 << 10, operation: "unlockUser", UnlockUser(dependencies: dependencies).handle),
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
            "/organisations/invitations/:id/acceptance", changes, bodyLimit: 1 << 10, operation: "acceptInvitation",
            AcceptOneInvitation(dependencies: dependencies).handle),
        .get("/organisations/:id", sees, operation: "getOrganisation", GetOrganisation(dependencies: dependencies).handle),
        .patch("/organisations/:id", changes, bodyLimit: 16 << 10, operation: "changeOrganisation", ChangeOneOrganisation(dependencies: dependencies).handle),
        .delete("/organisations/:id", changes, bodyLimit: 1 << 10, operation: "closeOrganisation", CloseOneOrganisation(dependencies: dependencies).handle)
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
        .delete(member, changes, bodyLimit: 1 << 10, operation: "removeMember", RemoveOneMember(dependencies: dependencies).handle),
        .put(member + "/verification", changes, bodyLimit: 1 << 10, operation: "verifyMember", VerifyMember(dependencies: dependencies).handle),
        .delete(
            member + "/verification", changes, bodyLimit: 1 << 10, operation: "withdrawMembersVerification",
            WithdrawMembersVerification(dependencies: dependencies).handle),
        .get(invitations, sees, query: page, operation: "listInvitations", ListInvitations(dependencies: dependencies).handle),
        .post(invitations, changes, bodyLimit: 1 << 10, operation: "inviteMember", InviteOneMember(dependencies: dependencies).handle),
        .delete(
            invitations + "/:invitationId", changes, bodyLimit: 1 << 10, operation: "withdrawInvitation", WithdrawOneInvitation(dependencies: dependencies).handle)
    ]
}

/// What one proves oneself by beside the password.
private func factors(_ dependencies: Dependencies) -> [Route] {
    [
        .get("/users/:id/factors", .signedIn, operation: "getFactors", GetFactors(dependencies: dependencies).handle),
        .post("/users/:id/factors/totp", .signedIn, bodyLimit: 1 << 10, operation: "beginTOTP", BeginOwnTOTP(dependencies: dependencies).handle),
        .post(
            "/users/:id/factors/totp/confirmation", .signedIn, bodyLimit: 1 << 10, operation: "confirmTOTP", ConfirmOwnTOTP(dependencies: dependencies).handle),
        .post(
            "/users/:id/factors/recovery-codes", .signedIn, bodyLimit: 1 << 10, operation: "renewRecoveryCodes",
            RenewRecoveryCodes(dependencies: dependencies).handle),
        .delete("/users/:id/factors/:factorId", .signedIn, bodyLimit: 1 << 10, operation: "removeFactor", RemoveOwnFactor(dependencies: dependencies).handle)
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
    let pages: [Route] = [
        // The login page says beside why it did not log in.
        .get("/account", .anyone, query: ["*"], operation: "showAccount", ShowAccount(dependencies: dependencies).handle),
        .get("/account/profile", .anyone, query: page, operation: "showProfile", ShowProfile(dependencies: dependencies).handle),
        .post("/account/profile", .anyone, bodyLimit: form, operation: "changeProfileOnPage", ChangeProfileOnPage(dependencies: dependencies).handle),
        .get("/account/change-password", .anyone, query: page, operation: "showPasswordChange", showPassword),
        .post("/account/change-password", .anyone, bodyLimit: form, operation: "changePasswordOnPage", changePassword),
        .get("/account/logins", .anyone, query: page, operation: "showLogins", ShowLogins(dependencies: dependencies).handle),
        .post("/account/logins", .anyone, bodyLimit: form, operation: "endLoginOnPage", EndLoginOnPage(dependencies: dependencies).handle),
        .get("/account/invitations", .anyone, query: page, operation: "showInvitations", ShowInvitations(dependencies: dependencies).handle),
        .post("/account/invitations", .anyone, bodyLimit: form, operation: "acceptInvitationOnPage", AcceptInvitationOnPage(dependencies: dependencies).handle),
        .get("/account/erase", .anyone, query: page, operation: "showErasure", ShowErasure(dependencies: dependencies).handle),
        .post("/account/erase", .anyone, bodyLimit: form, operation: "eraseOnPage", EraseOnPage(dependencies: dependencies).handle)
    ]
    return pages.map(\.seenByPeople)
}

extension Route {
    /// A page: its problems are pages too.
    fileprivate var seenByPeople: Route {
        forOwnPagesOnly().rendering { problem, language in
            RefusalPage(status: problem.type.status).page.response(problem.status, in: language, headers: problem.headers)
        }
    }
}
