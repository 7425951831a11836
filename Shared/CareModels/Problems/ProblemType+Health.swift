/// Of heart rates and alerts.
extension ProblemType {
    static let ofHealth = [noAverage, alreadyAnswered, ofRecord, reminderOver]

    public static let noAverage = ProblemType(
        "no-average", 409, "There is no 7-day average",
        means: "No heart rate was recorded today or in the six days before.",
        mend: "Record one first, or set the boundary by hand.")
    public static let alreadyAnswered = ProblemType(
        "already-answered", 409, "The alert was answered otherwise",
        means: "The alert has another answer already, perhaps from another device.",
        mend: "GET /health/alerts/{id} shows the answer.")
    public static let ofRecord = ProblemType(
        "of-record", 409, "The heart rate came with a health record",
        means: "It follows the FHIR Observation that it came with, and is not changed by itself.",
        mend: "Change or delete the Observation that `observationId` of the heart rate names.")
    public static let reminderOver = ProblemType(
        "reminder-over", 409, "The reminder is over",
        means: "It has fired or was cancelled, and is neither moved nor cancelled any more.",
        mend: "GET /health/reminders shows which.")
}
