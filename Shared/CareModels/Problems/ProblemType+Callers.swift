/// Who asks: 401 when that is not known, 403 when it is, and they may not.
extension ProblemType {
    static let ofCallers = [
        unauthorized, wrongCredentials, secondFactorRequired, insufficientUserAuthentication, passwordToBeChanged, secondFactorToBeSetUp, accountSuspended,
        accountToBeErased,
        forbidden,
        insufficientScope, originNotAllowed, participantsNotAllowed, tlsRequired
    ]

    public static let unauthorized = ProblemType(
        "unauthorized", 401, "Sign in first",
        means: "There is no access token, or it is refused: expired, revoked, or not of this platform.",
        mend:
            "Without a token: let the person log in, and exchange the code for one. With one that has ended: take a fresh one by the refresh token, or let them log in.",
        guide: "app-developers#your-app")
    public static let wrongCredentials = ProblemType(
        "wrong-credentials", 401, "The username or the password is wrong",
        means: "No account has this username and password. Which of them is wrong is not said.",
        mend: "Let the person type both again.")
    public static let secondFactorRequired = ProblemType(
        "second-factor-required", 401, "A code is needed beside the password",
        means: "The password was right. The account has a second factor, whose code was not sent along, is wrong, or was used already: then `fields` names `code`.",
        mend: "Ask the person for the code of their authenticator app, or for a recovery code, and log in with `code` as well. Passkeys are shown on the login page.")
    public static let insufficientUserAuthentication = ProblemType(
        "insufficient-user-authentication", 401, "Sign in again for this",
        means: "The sign-in that the token stems from was too long ago for this, or was without the account's second factor (RFC 9470).",
        mend: "Let the person sign in again with the `max_age` and `acr_values` that the header `WWW-Authenticate` names, then repeat the request with the new token.")
    public static let passwordToBeChanged = ProblemType(
        "password-to-be-changed", 403, "The password has to be changed first",
        means: "The password was right, and an operator's: whoever has it sets their own before they are logged in.",
        mend: "Send the person to the login page (`/oauth/authorize`), which asks for a new password, or to `/account/reset`.")
    public static let secondFactorToBeSetUp = ProblemType(
        "second-factor-to-be-set-up", 403, "A second factor has to be set up first",
        means: "The password was right. The operator demands a second factor of this role, and the account has none yet.",
        mend: "Send the person to the login page (`/oauth/authorize`), which leads through setting one up.")
    public static let accountSuspended = ProblemType(
        "account-suspended", 403, "The account is suspended",
        means: "The password was right, and an operator keeps this account from being used. Its sessions have ended.",
        mend: "Tell the person to ask who runs the platform. Logging in again does not help before they let them in.")
    public static let accountToBeErased = ProblemType(
        "account-to-be-erased", 403, "The account is to be erased",
        means: "The password was right, and the person has asked for their account to be erased. Its sessions have ended; `detail` says when it happens.",
        mend: "Ask the person whether they want to keep it. If so: `POST /account/erasure/withdrawal`, then log in; or the login page, which asks them.")
    public static let forbidden = ProblemType(
        "forbidden", 403, "Not allowed",
        means: "It is known who asks, and they may not do this: it is for another role, it is not theirs, or their account was erased.",
        mend: "`detail` says whose it is. Asking again does not help; offer it only to those who may.")
    public static let insufficientScope = ProblemType(
        "insufficient-scope", 403, "The token lacks a scope",
        means: "The app was not given the scope that this takes (RFC 6750): it did not ask for it, is not registered for it, or it is one of machines alone.",
        mend: "Ask for what `scope` names at the next login, if your app is registered for it; what a login gave is in the token answer's `scope`.",
        members: [ProblemMember("scope", "All scopes that are needed, with spaces between.", example: "appointments:write")], guide: "app-developers#your-app")
    public static let originNotAllowed = ProblemType(
        "origin-not-allowed", 403, "Not from this page",
        means: "A page of an origin that no app is registered with called the API, or tried to open the stream.",
        mend: "Ask the operator to register your app's origin.")
    public static let participantsNotAllowed = ProblemType(
        "participants-not-allowed", 403, "Not with these participants",
        means: "A patient writes to providers; a provider to providers, and to one patient whom they share an appointment or a conversation with.",
        mend: "Choose other participants, or let the appointment be booked first.")
    public static let tlsRequired = ProblemType(
        "tls-required", 403, "Over TLS alone",
        means: "The request came in the clear (`http`). Nothing was done.",
        mend: "Send it to the `https` address. What went along in the clear may have been read: change the password, or log out and in again.")
}
