/// Why a time is not booked, or an appointment not changed. What hangs on the clock or on the provider's present settings is a 409; what
/// could never be booked is a 422.
extension ProblemType {
    static let ofBooking = [
        impossibleTime, inThePast, tooSoon, tooFarAhead, wrongLength, outsideHours, notASlot, providerBusy, dailyLimit, slotTaken,
        notPossible, alreadyStarted, notYetStarted, noticeTooShort, providerNotVerified, openingsOverlap
    ]

    private static let slots = "GET /providers/{id}/slots lists the times that can be booked; offer these."

    public static let impossibleTime = ProblemType(
        "impossible-time", 422, "No appointment can have that time",
        means: "The time ends before it begins, or is longer than any provider's slots.",
        mend: "`fields` says what is wrong with its end. Send both ends of a slot as they were listed.")
    public static let inThePast = ProblemType(
        "in-the-past", 409, "That time has passed",
        means: "The appointment would begin before now.",
        mend: slots)
    public static let tooSoon = ProblemType(
        "too-soon", 409, "That time is too soon",
        means: "The provider wants to know of appointments some time ahead. The provider's own moves are not bound by it.",
        mend: slots,
        members: [ProblemMember("minimumNoticeMinutes", "How long ahead, in minutes.", example: 60)])
    public static let tooFarAhead = ProblemType(
        "too-far-ahead", 409, "That time is too far ahead",
        means: "The provider's calendar is not open so far ahead yet.",
        mend: slots,
        members: [ProblemMember("bookingWindowDays", "How many days ahead it is open.", example: 60)])
    public static let wrongLength = ProblemType(
        "wrong-length", 409, "The appointment has another length than the provider's slots",
        means: "The provider's slots are longer or shorter than the time that was asked for; the provider may have changed them.",
        mend: slots,
        members: [ProblemMember("slotMinutes", "How long the provider's slots are, in minutes.", example: 30)])
    public static let outsideHours = ProblemType(
        "outside-hours", 409, "The provider is not open then",
        means: "The time is not, or not all of it, within the provider's present hours.",
        mend: slots)
    public static let notASlot = ProblemType(
        "not-a-slot", 409, "No slot begins at that time",
        means: "The time is within the provider's hours, but between the beginnings of their slots.",
        mend: slots)
    public static let providerBusy = ProblemType(
        "provider-busy", 409, "The provider is away then",
        means: "The provider has entered an absence that overlaps with the time.",
        mend: slots)
    public static let dailyLimit = ProblemType(
        "daily-limit", 409, "The provider's day is full",
        means: "The provider takes no more appointments on that day.",
        mend: "Offer another day: GET /providers/{id}/slots lists the times that can be booked.",
        members: [ProblemMember("dailyLimit", "How many appointments the provider takes a day.", example: 12)])
    public static let slotTaken = ProblemType(
        "slot-taken", 409, "That time is taken",
        means: "One of the two has an appointment then. Of all who ask for a time at once, exactly one gets it.",
        mend: "The provider's conflict: offer another slot of GET /providers/{id}/slots. The patient's: name their own appointment, of GET /users/{id}/appointments.",
        members: [
            ProblemMember("conflict", "Whose time is taken: `provider` or `patient`.", example: "provider"),
            ProblemMember("conflictStartTime", "When the other appointment begins, where it may be told.", example: "2026-12-07T15:00:00Z"),
            ProblemMember("conflictEndTime", "When it ends.", example: "2026-12-07T15:30:00Z")
        ])
    public static let notPossible = ProblemType(
        "not-possible", 409, "The appointment's status does not allow that",
        means: "A cancelled, completed or missed appointment does not change any more.",
        mend: "Read the appointment again and show how it stands.",
        members: [ProblemMember("appointmentStatus", "Its status.", example: "completed")])
    public static let alreadyStarted = ProblemType(
        "already-started", 409, "The appointment has begun",
        means: "What has begun is neither moved nor cancelled.",
        mend: "The provider marks it as completed or as missed.")
    public static let notYetStarted = ProblemType(
        "not-yet-started", 409, "The appointment has not begun",
        means: "Only what has begun is completed or missed.",
        mend: "Wait until it begins, or cancel it.")
    public static let providerNotVerified = ProblemType(
        "provider-not-verified", 409, "The provider takes no appointments now",
        means: "Nobody vouches for this provider's licence any more. The appointment stands as it is; it can be cancelled, and is not moved.",
        mend: "Offer another provider. Let the person cancel the appointment when they want to.")
    public static let openingsOverlap = ProblemType(
        "openings-overlap", 409, "It overlaps with an opening that is there",
        means: "Of the provider's one-off openings one overlaps with another that their calendar has. Nothing was changed.",
        mend: "`GET /providers/{id}/availability` lists them with their ids. Change the one that is there, or make the two one.")
    public static let noticeTooShort = ProblemType(
        "notice-too-short", 409, "It is too late for that",
        means: "The provider asks patients to move or cancel some time ahead.",
        mend: "Tell the patient to ask the provider, who may still do it.",
        members: [ProblemMember("noticeMinutes", "How long ahead, in minutes.", example: 1440)])
}
