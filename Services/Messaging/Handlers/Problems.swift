import CareModels
import CareService
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule or a use case and rendered once, here.

extension ConversationRule.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .alone:
            Problem.invalid(Fault("participantIds", "names nobody but yourself"))
        case .tooMany(let most):
            Problem.invalid(Fault("participantIds", "a conversation has at most \(limit: most) participants, yourself included"))
        case .full(let most):
            Problem(
                .quotaExceeded, detail: "A conversation has at most \(most) participants, those who are proposed included.",
                members: ["limit": .number(most), "used": .number(most)])
        case .leftTooOften(let most):
            Problem(
                .quotaExceeded, detail: "Who has left a conversation \(most) times comes into it no more; begin another one.",
                members: ["limit": .number(most), "used": .number(most)])
        case .notAllowed:
            Problem(
                .participantsNotAllowed,
                detail: "A patient writes to providers; a provider to providers, and to one patient whom they share an appointment or a conversation with.")
        case .locked:
            Problem(.conversationClosed, detail: "A provider in it can reopen it.")
        case .onlyProviders:
            Problem.forbidden("Only a provider closes or reopens a conversation.")
        case .notTheirs:
            Problem.forbidden("The patient declines an invitation, or whoever proposed it takes it back.")
        case .patientErased:
            Problem(.patientErased, detail: "The conversation stays closed.")
        case .patientLeft:
            Problem(.patientLeft, detail: "The conversation stays closed; begin another one.")
        }
    }
}

extension Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .noSuchConversation: Problem.notFound("There is no such conversation.")
        case .noSuchInvitation: Problem.notFound("There is no such invitation.")
        case .noSuchMessage: Problem.notFound("There is no such message.")
        case .noSuchNotification: Problem.notFound("There is no such notification.")
        case .noSuchFile: Problem.notFound("There is no such attachment.")
        case .notTheAuthor: Problem.forbidden("Only its author takes a message back.")
        case .notThemselves: Problem.forbidden("Participants leave by themselves; nobody else makes them.")
        case .notReceived:
            Problem(.notReceived, detail: "You can read this conversation, or leave it, but not write in it.")
        case .oneself: Problem.invalid(Fault("userId", "is your own"))
        case .tooManyBlocks(let most):
            Problem(.tooManyBlocks, detail: "At most \(most) may be; remove some of them first.", members: ["limit": .number(most)])
        case .clientIDReused:
            Problem(
                .clientIDReused, detail: "Give each message a new one, such as a UUID; a retry repeats conversation and content unchanged.")
        case .nothingToReplyTo: Problem.invalid(Fault("replyToId", "is no message of this conversation"))
        case .noSuchItem: Problem.invalid(Fault("itemId", "is no item of this conversation"))
        case .fileNotUsable(let kind, let isThumbnail):
            Problem.invalid(
                Fault(
                    "content.\(kind.rawValue).\(isThumbnail ? "thumbnailAttachmentId" : "attachmentId")",
                    "must be a file of that kind that you uploaded and no message has used yet"))
        case .tooManyUnusedFiles(let most):
            Problem(
                .tooManyUnusedFiles,
                detail: "At most \(most) may; send the messages that they are for. Files that no message takes are removed after a day.",
                members: ["limit": .number(most)])
        case .storageFull(let limit, let used): QuotaExceeded(AttachmentStorage.what, limit: limit, used: used).problem
        }
    }
}

/// As of a message that is sent by itself, its fields named below `items`.
extension RefusedMessage: ProblemConvertible {
    var problem: Problem {
        var problem = refusal.problem
        problem.fields = problem.fields.map { Fault("items[\(index)].\($0.field)", $0.message) }
        if case .clientIDReused = refusal { problem.fields = [Fault("items[\(index)].clientId", "is another message's")] }
        return problem
    }
}
