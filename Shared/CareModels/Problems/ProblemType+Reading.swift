/// The request cannot be read, or says what it may not: 4xx before anything was done.
extension ProblemType {
    static let ofReading = [
        validation, malformedRequest, malformedPath, malformedQuery, malformedJSON, malformedForm, malformedMultipart, brokenOff,
        requestTimeout, headTooLarge, tooLarge, tooCostly, unsupportedMediaType, unsupportedEncoding, unsupportedFile, notAcceptable,
        expectationFailed, methodNotAllowed, webSocketExpected, webSocketVersion, invalidResource, incompleteResource, severalMatches,
        patchNotApplicable, rangeNotSatisfiable, checksumMismatch, noRendition
    ]

    public static let validation = ProblemType(
        "validation", 400, "The request is not valid",
        means: "The request was read, and parts of it are missing, malformed, unknown, given twice, or do not go together.",
        mend: "`fields` names every faulty part, by its path in the body, as a query parameter or as a header, and says what it must be. Mend them and send it again.")
    public static let malformedRequest = ProblemType(
        "malformed-request", 400, "The request is not HTTP/1.1",
        means: "The request's first line, its headers or the framing of its body cannot be read, or mean different things to different readers.",
        mend: "Use an HTTP library that keeps to RFC 9112, and send the path without dot segments, empty segments and needless percent-encoding.")
    public static let malformedPath = ProblemType(
        "malformed-path", 400, "The path cannot be read",
        means: "The address's path is not percent-encoded UTF-8.",
        mend: "Percent-encode it as UTF-8, only what needs it, without NUL characters.")
    public static let malformedQuery = ProblemType(
        "malformed-query", 400, "The query cannot be read",
        means: "What follows the question mark is not percent-encoded UTF-8, or has too many parameters.",
        mend: "Percent-encode names and values as UTF-8, without NUL characters.",
        members: [ProblemMember("limit", "How many parameters a query may have.", example: 256)])
    public static let malformedJSON = ProblemType(
        "malformed-json", 400, "The body is not readable JSON",
        means: "The body is no JSON (RFC 8259) in UTF-8, has a byte order mark or something behind its end, or is nested too deep.",
        mend: "`detail` says at which byte, or where. Write bodies with a JSON library.")
    public static let malformedForm = ProblemType(
        "malformed-form", 400, "The form cannot be read",
        means: "The body is not application/x-www-form-urlencoded in UTF-8, or has too many fields.",
        mend: "Percent-encode names and values as UTF-8, without NUL characters.",
        members: [ProblemMember("limit", "How many fields a form may have.", example: 256)])
    public static let malformedMultipart = ProblemType(
        "malformed-multipart", 400, "The body is not readable multipart/form-data",
        means: "The parts of the body cannot be told apart, or one of them has no readable header (RFC 7578).",
        mend: "`detail` says what is wrong. Write such bodies with a library.")
    public static let brokenOff = ProblemType(
        "broken-off", 400, "The request was broken off",
        means: "The connection ended before the whole body was here. Nothing was done.",
        mend: "Send it again.")
    public static let requestTimeout = ProblemType(
        "request-timeout", 408, "The request came too slowly",
        means: "The request was not here whole within its time. Nothing was done; the connection is closed.",
        mend: "Send it again on a new connection. A body has to come at 64 KiB a second, a file at 16.")
    public static let headTooLarge = ProblemType(
        "head-too-large", 431, "The request line and headers are too large",
        means: "The address and the headers have too many bytes together, or there are too many headers.",
        mend: "Send fewer or shorter headers, or a shorter query.",
        members: [
            ProblemMember("limit", "Bytes that are taken, when there were more.", example: 16384),
            ProblemMember("headerLimit", "Headers that are taken, when there were more.", example: 128)
        ])
    public static let tooLarge = ProblemType(
        "too-large", 413, "The body is too large",
        means: "The body has more bytes than are taken at this address.",
        mend: "Send less, or in parts.",
        members: [ProblemMember("limit", "Bytes that are taken.", example: 8_388_608)])
    public static let tooCostly = ProblemType(
        "too-costly", 413, "That is too much at once",
        means: "A bundle has too many entries, or what it asks for is too much to be answered at once.",
        mend: "`detail` names the limit, and so does `limit` where it is one number. Ask for less at once, in several requests or pages.",
        members: [ProblemMember("limit", "The most that is taken at once, where it is one number.", example: 33_554_432)])
    public static let unsupportedMediaType = ProblemType(
        "unsupported-media-type", 415, "The body has the wrong type",
        means: "The `Content-Type` is missing or is not one that is taken at this address.",
        mend: "Send the body as the type that the header `Accept` of the answer names.")
    public static let unsupportedEncoding = ProblemType(
        "unsupported-encoding", 415, "The body is packed",
        means: "The body, or a part of it, has a `Content-Encoding`. What is sent is stored and read as it is.",
        mend: "Send it unpacked, without `Content-Encoding`.")
    public static let unsupportedFile = ProblemType(
        "unsupported-file", 415, "This kind of file is not taken",
        means: "The file's first bytes are not those of a kind of file that messages may hold.",
        mend: "`detail` names the kinds that are taken. Convert the file.")
    public static let notAcceptable = ProblemType(
        "not-acceptable", 406, "Only JSON is written here",
        means: "The `Accept` header, or `_format`, leaves out JSON.",
        mend: "Accept application/fhir+json.")
    public static let expectationFailed = ProblemType(
        "expectation-failed", 417, "Unknown expectation",
        means: "The `Expect` header asks for something else than 100-continue.",
        mend: "Send it without.")
    public static let methodNotAllowed = ProblemType(
        "method-not-allowed", 405, "This address does not take that method",
        means: "There is something at this address, but it does not take the request's method.",
        mend: "The header `Allow` of the answer lists the methods that it takes.")
    public static let webSocketExpected = ProblemType(
        "websocket-expected", 426, "This address speaks WebSocket",
        means: "The request did not ask for the change to WebSocket (RFC 6455).",
        mend: "Open the address with a WebSocket client.")
    public static let webSocketVersion = ProblemType(
        "websocket-version", 426, "This version of WebSocket is not known",
        means: "Only version 13 (RFC 6455) is spoken.",
        mend: "Use a client of that version.")
    public static let invalidResource = ProblemType(
        "invalid-resource", 400, "The resource cannot be taken",
        means: "A FHIR resource or bundle is not valid, or uses what is not supported. On `/fhir` this comes as an OperationOutcome.",
        mend: "`fields` or the outcome names the element and what is wrong with it.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "required")])
    public static let incompleteResource = ProblemType(
        "incomplete-resource", 422, "The resource is not whole",
        means: "A FHIR resource was sent of which its reader was shown a part, or which says where a file is that is not there. Storing it would take the rest away.",
        mend: "Read the resource by itself, without `_elements` and `_summary`, change that, and send all of it.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "business-rule")])
    public static let severalMatches = ProblemType(
        "several-matches", 412, "More than one resource matches",
        means: "A write by a condition (`If-None-Exist`, or a `PUT`, `PATCH` or `DELETE` of a search) found more than one resource. Nothing was written.",
        mend: "Narrow the condition, such as to an identifier, or write to the resource's own address.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "multiple-matches")])
    public static let patchNotApplicable = ProblemType(
        "patch-not-applicable", 422, "The patch does not fit the resource",
        means: "An operation of the patch names what is not there, or its test failed. Nothing was changed.",
        mend: "`detail` names the operation, from 0, and its place. Read the resource again, and make the patch from what is there.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "processing")])
    public static let checksumMismatch = ProblemType(
        "checksum-mismatch", 460, "The bytes did not come as they were sent",
        means: "What came has another checksum than `Upload-Checksum` says. None of it was kept. The status is tus's own.",
        mend: "Send the same bytes again.")
    public static let noRendition = ProblemType(
        "no-rendition", 404, "There is no smaller picture",
        means: "Nothing smaller can be made of the picture, or this server makes nothing smaller.",
        mend: "Read it in its full size.")
    public static let rangeNotSatisfiable = ProblemType(
        "range-not-satisfiable", 416, "The file has no such part",
        means: "The `Range` header names bytes beyond the end of the file.",
        mend: "`size` says how long it is. Ask for a part of it, or for all.",
        members: [ProblemMember("size", "The file's length in bytes.", example: 5120)])
}
