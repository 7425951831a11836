import Telemetry

enum AuthMetrics {
    static let logins = Counter.labelled("auth_logins_total", "succeeded, failed, blocked (locked out)", by: "result")
    static let signUpsBlocked = Counter("auth_sign_ups_blocked_total", "sign-ups refused because their address had too many in the hour")
    static let mails = Counter.labelled("auth_mails_total", "mails: sent, put_off (a try failed), given_up (refused, or their deadline has passed)", by: "result")
    static let logoutTokens = Counter.labelled(
        "auth_logout_tokens_total", "logout tokens: sent, put_off (a try failed), given_up (their deadline has passed, or nobody is to be told)", by: "result")
    static let tokens = Counter.labelled("auth_tokens_total", "tokens given at /oauth/token", by: "grant")
    static let tokenErrors = Counter.labelled("auth_token_errors_total", "refusals there, by OAuth's error code", by: "error")
}
