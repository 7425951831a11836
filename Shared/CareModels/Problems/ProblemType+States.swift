/// What was asked for conflicts with how things are now: 409, 412 for a condition that the client sets, 422 where it can never be done as
/// it was sent.
extension ProblemType {
    static let ofStates = [
        preconditionFailed, preconditionRequired, requestInProgress, answerNotKept, idempotencyKeyReused, quotaExceeded, usernameTaken, factorExists, clientExists,
        lastOwner, alreadyMember, notAProvider, patientErased, teamExists, publicClient, contentMismatch, tooManyUploads, uploadMoved
    ]

    public static let contentMismatch = ProblemType(
        "content-mismatch", 422, "The bytes are not what is said of them",
        means: "A file, or an attachment in a resource, is of another kind than its type says, has another size or hash, or is damaged.",
        mend: "`fields` names what is wrong. Send the file with the type that it has, or without the size and hash.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "value")])
    public static let tooManyUploads = ProblemType(
        "too-many-uploads", 409, "Too many uploads are begun",
        means: "The person has begun uploads that are neither done nor expired.",
        mend: "Finish them, or give them up with `DELETE`. They expire a day after they were begun.",
        members: [ProblemMember("limit", "How many may be begun.", example: 20)])
    public static let uploadMoved = ProblemType(
        "upload-moved", 409, "The upload is at another place",
        means: "`Upload-Offset` is not where the upload is: more, or less, has come than the client believes, or another request goes on with it.",
        mend: "`HEAD` tells where it is. Go on from there.",
        members: [ProblemMember("offset", "Bytes that are here, when that is known.", example: 1_048_576)])

    public static let preconditionFailed = ProblemType(
        "precondition-failed", 412, "Changed meanwhile",
        means: "It is not, or no longer, at the version that `If-Match` names; or it is there though `If-None-Match` says that it must not be.",
        mend: "Read it again, show the person what has changed, and send the change with the new `ETag`.",
        members: [ProblemMember("currentVersion", "The version that it has now, where there is one.", example: 3)])
    public static let clientExists = ProblemType(
        "client-exists", 409, "There is a client of that id already",
        means: "A client's id is its own, also when it is disabled.",
        mend: "Choose another id, or change the client that there is: `PATCH /admin/clients/{clientId}`.")
    public static let publicClient = ProblemType(
        "public-client", 409, "The client has no secret",
        means: "A public client, an app in a browser or on a phone, can keep no secret, so it has none to be replaced.",
        mend: "Leave it as it is: PKCE stands in for one. An app on a server is another client, whose `kind` is `confidential`.")
    public static let factorExists = ProblemType(
        "factor-exists", 409, "There is such a second factor already",
        means: "An account has the codes of one authenticator app at most, and a passkey is registered once.",
        mend: "Remove that factor first: `GET /users/{id}/factors` has its id. Show the person what is set up already.")
    public static let lastOwner = ProblemType(
        "last-owner", 409, "An organisation has an owner",
        means: "The last owner of an organisation cannot leave it, nor be anything else there: nobody would be left who says who the owners are.",
        mend: "Let the person name another owner first, or close the organisation.")
    public static let alreadyMember = ProblemType(
        "already-member", 409, "They are a member already",
        means: "Somebody is a member of an organisation once.",
        mend: "Read the members again, and change what they do there.")
    public static let notAProvider = ProblemType(
        "not-a-provider", 409, "This is for providers only",
        means: "The person is no provider, or none of the organisation's practitioners. Practitioners are providers, and providers alone are verified.",
        mend: "Offer this for providers alone. In an organisation give the person another role, or make the provider a practitioner first.")
    public static let patientErased = ProblemType(
        "patient-erased", 409, "The patient's account was erased",
        means: "Nothing more is written about the patient: their conversation stays closed for good, and their appointment stays without title and description.",
        mend: "Show it as it is. Begin another conversation where there is need.")
    public static let teamExists = ProblemType(
        "team-exists", 409, "There is a team of that name already",
        means: "No two teams of an organisation have the same name, whatever its upper and lower case and its accents.",
        mend: "Let the person choose another name, or change the team that there is.")
    public static let preconditionRequired = ProblemType(
        "precondition-required", 428, "Say which version you have read",
        means: "What is changed here must have been read first, so that nobody's change is lost.",
        mend: "Read it, and send its `ETag` as `If-Match`. `If-Match: *` overwrites whatever is there.")
    public static let requestInProgress = ProblemType(
        "request-in-progress", 409, "The first request with this Idempotency-Key is still at work",
        means: "A retry came before its first request was answered.",
        mend: "Wait for the seconds that `Retry-After` names, then send the same request again.")
    public static let answerNotKept = ProblemType(
        "answer-not-kept", 409, "It is done, and its answer is not kept",
        means: "A retry came of a request that is done. Its answer was too long to be kept for retries, or the person has had many long ones today.",
        mend: "Do not send it with a new key: it would be done twice. Read what it has made or changed; `Location` names it where it is one thing.")
    public static let idempotencyKeyReused = ProblemType(
        "idempotency-key-reused", 422, "This Idempotency-Key belongs to another request",
        means: "The key came before with another method, path, body or conditions (its query, `If-Match` and the like); `fields` names which. Nothing was done.",
        mend: "Send a new key for a new request. A retry repeats the first request unchanged.")
    public static let quotaExceeded = ProblemType(
        "quota-exceeded", 409, "Your account has reached its quota",
        means:
            "The most is reached: of bytes, appointments ahead or in a year, heart rates, hours of a calendar, exports, passkeys, participants, or what an organisation or a client has (`detail`).",
        mend: "Trying again does not help. Tell the person; they can delete something, or cancel an appointment.",
        members: [
            ProblemMember("limit", "How much it may have.", example: 20),
            ProblemMember("used", "How much it has.", example: 20)
        ])
    public static let usernameTaken = ProblemType(
        "username-taken", 409, "The username is taken",
        means: "Another account has this username, perhaps in other upper and lower case.",
        mend: "Let the person choose another one.")
}
