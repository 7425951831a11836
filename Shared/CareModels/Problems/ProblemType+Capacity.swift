/// Not now: 429 for one caller, 5xx for all.
extension ProblemType {
    static let ofCapacity = [tooManyRequests, tooManyAtOnce, unavailable, deadline, outcomeUnknown, `internal`, badGateway, gatewayTimeout, loop]

    public static let tooManyRequests = ProblemType(
        "too-many-requests", 429, "Too many requests",
        means: "This person, app or address has sent more requests than it may in this time.",
        mend: "Wait for the seconds that `Retry-After` names, then go on more slowly.")
    public static let tooManyAtOnce = ProblemType(
        "too-many-at-once", 429, "Too many of your requests at once",
        means: "Earlier requests of the same person or app are still at work.",
        mend: "Wait for their answers, then send this one again.")
    public static let unavailable = ProblemType(
        "unavailable", 503, "Not available just now",
        means: "A service, or what it stands on, is away or has no room for a moment. Nothing was done.",
        mend: "Try again after the seconds that `Retry-After` names, then with a growing, random wait.")
    public static let deadline = ProblemType(
        "deadline", 503, "It took too long",
        means: "The service gave the request up. Whether it took effect is not known.",
        mend: "Repeat what only reads. Retry a change with the same `Idempotency-Key` where one was sent, or read the current state first.")
    public static let outcomeUnknown = ProblemType(
        "outcome-unknown", 503, "It is not known whether it took effect",
        means: "The database went away while the change was stored.",
        mend: "Retry with the same `Idempotency-Key` where one was sent, or read the current state first.")
    public static let `internal` = ProblemType(
        "internal", 500, "Something went wrong on our side",
        means: "A mistake of the platform. It was logged under `requestId`.",
        mend: "Retrying an idempotent request is safe. If it stays so, tell the operator the `requestId`.")
    public static let badGateway = ProblemType(
        "bad-gateway", 502, "The answer was broken off",
        means: "The service ended the connection before its answer was whole. Whether the request took effect is not known.",
        mend: "Repeat a GET; repeat a POST with the same `Idempotency-Key`.")
    public static let gatewayTimeout = ProblemType(
        "gateway-timeout", 504, "The service did not answer in time",
        means: "The gateway gave the request up. Whether it took effect is not known.",
        mend: "Repeat a GET; repeat a POST with the same `Idempotency-Key`.")
    public static let loop = ProblemType(
        "loop", 508, "The request went in a circle",
        means: "The request came back to the gateway that sent it: the address of a service in the gateway's settings is its own.",
        mend: "Tell the operator; no request of yours can mend it.")
}
