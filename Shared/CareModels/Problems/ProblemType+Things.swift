/// What is asked for is not there: 404 when there is none or none that the caller may know of, 410 when there was.
extension ProblemType {
    static let ofThings = [notFound, noSuchAddress, unknownType, gone, startAgain]

    public static let notFound = ProblemType(
        "not-found", 404, "Not found",
        means: "There is no such thing, or none that the caller may know of; the two are not told apart.",
        mend: "Check the id, and whose it is. Take it off your list if it was there.")
    public static let noSuchAddress = ProblemType(
        "no-such-address", 404, "There is nothing at this address",
        means: "No service has this path.",
        mend: "Compare it with the API's description (`/docs/api`): a part of it may be misspelt.")
    public static let unknownType = ProblemType(
        "unknown-type", 404, "Unknown resource type",
        means: "This release of FHIR has no such type of resource.",
        mend: "Check the type's spelling and the release in the path.",
        members: [ProblemMember("code", "Of FHIR's value set issue-type.", example: "not-supported")])
    public static let gone = ProblemType(
        "gone", 410, "Deleted",
        means: "The record was deleted. Its earlier versions can still be read.",
        mend: "Take it off your list, or read an earlier version by its number.")
    public static let startAgain = ProblemType(
        "start-again", 410, "There is no such position",
        means: "The directory was restored from an earlier state, and your copy may hold what it does not.",
        mend: "Ask again without `since`, and replace your copy.")
}
