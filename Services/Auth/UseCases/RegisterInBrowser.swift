import Postgres

/// Makes an account on the way to an app, and logs the browser in with it.
struct RegisterInBrowser: Sendable {
    let register: Register
    let begin: BeginBrowserSession

    func callAsFunction(
        _ registration: Registration, passwordHash: String, _ browser: BrowserLogin, from origin: Origin, _ tx: Transaction
    ) async throws {
        let user = try await register(registration, passwordHash: passwordHash, from: origin, tx)
        try await begin(browser, user: user.id, tx)
    }
}
