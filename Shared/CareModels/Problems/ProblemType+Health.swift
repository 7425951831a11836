/// Of heart rates and alerts.
extension ProblemType {
    static let ofHealth = [noAverage, alreadyAnswered]

    public static let noAverage = ProblemType(
        "no-average", 409, "There is no 7-day average",
        means: "No heart rate was recorded today or in the six days before.",
        mend: "Record one first, or set the boundary by hand.")
    public static let alreadyAnswered = ProblemType(
        "already-answered", 409, "The alert was answered otherwise",
        means: "The alert has another answer already, perhaps from another device.",
        mend: "GET /health/alerts/{id} shows the answer.")
}
