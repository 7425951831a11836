import HTTP

/// Auth's table of contents. OAuth's endpoints ignore parameters that they do not know (RFC 6749, 3.1).
func routes(_ handlers: Handlers) -> [Route] {
    [
        .post("/signup", .anyone, bodyLimit: 16 << 10, operation: "signUp", handlers.signUp),
        .post("/auth/login", .anyone, bodyLimit: 16 << 10, operation: "logIn", handlers.logIn),
        .post("/auth/logout", .signedIn, bodyLimit: 1 << 10, operation: "logOut", handlers.logOut),
        .get("/users/:id", .signedIn, operation: "getUser", handlers.getUser),
        .delete("/users/:id", .signedIn, bodyLimit: 1 << 10, operation: "deleteUser", handlers.deleteUser),

        .get("/.well-known/openid-configuration", .anyone, query: ["*"], operation: "getOpenIDConfiguration", handlers.getMetadata),
        .get("/.well-known/oauth-authorization-server", .anyone, query: ["*"], operation: "getOAuthMetadata", handlers.getMetadata),
        .get("/oauth/jwks", .anyone, query: ["*"], operation: "getKeys", handlers.getKeys),
        .get("/oauth/event-keys", .anyone, query: ["*"], operation: "getEventKeys", handlers.getEventKeys),
        .post("/oauth/token", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "makeToken", handlers.makeToken),
        .get("/userinfo", .signedIn.scope("openid"), query: ["*"], operation: "getUserInfo", handlers.getUserInfo),
        .post("/userinfo", .signedIn.scope("openid"), query: ["*"], bodyLimit: 16 << 10, operation: "postUserInfo", handlers.getUserInfo),

        .get("/oauth/authorize", .anyone, query: ["*"], operation: "authorize", handlers.authorize),
        .post("/oauth/authorize", .anyone, query: ["*"], bodyLimit: 16 << 10, operation: "postAuthorize", handlers.postAuthorize),
        .post("/oauth/login", .anyone, bodyLimit: 16 << 10, operation: "logInOnPage", handlers.logInOnPage),
        .post("/oauth/consent", .anyone, bodyLimit: 16 << 10, operation: "decideConsent", handlers.decideConsent),
        .get("/oauth/signup", .anyone, query: ["*"], operation: "showSignUp", handlers.showSignUp),
        .post("/oauth/signup", .anyone, bodyLimit: 16 << 10, operation: "signUpOnPage", handlers.signUpOnPage)
    ]
}
