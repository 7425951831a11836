/// Of conversations, messages and their files.
extension ProblemType {
    static let ofMessages = [conversationClosed, patientLeft, notReceived, clientIDReused, tooManyUnusedFiles, tooManyBlocks]

    public static let conversationClosed = ProblemType(
        "conversation-closed", 409, "The conversation is closed",
        means: "Nobody writes in a closed conversation.",
        mend: "A provider in it can reopen it.")
    public static let patientLeft = ProblemType(
        "patient-left", 409, "The patient has left",
        means: "Whose conversation it was has left it; it stays closed for good.",
        mend: "Begin another conversation where there is need.")
    public static let notReceived = ProblemType(
        "not-received", 403, "Your messages are not received here",
        means: "Somebody else in the conversation gets no messages from this person; who, is not said. Nothing was sent.",
        mend: "The conversation can still be read and left.")
    public static let tooManyBlocks = ProblemType(
        "too-many-blocks", 409, "Too many people are blocked",
        means: "A person blocks so many others at most.",
        mend: "Remove some blocks first.",
        members: [ProblemMember("limit", "How many may be blocked.", example: 1000)])
    public static let clientIDReused = ProblemType(
        "client-id-reused", 422, "This clientId belongs to another message",
        means: "The `clientId` came before, in another conversation or with other content. Nothing was sent.",
        mend: "Give each message a new one, such as a UUID; a retry repeats conversation and content unchanged.")
    public static let tooManyUnusedFiles = ProblemType(
        "too-many-unused-files", 409, "Too many files wait for a message",
        means: "The person has uploaded files that no message has taken yet.",
        mend: "Send the messages that they are for. Files that no message takes are removed after a day.",
        members: [ProblemMember("limit", "How many may wait.", example: 50)])
}
