import CareModels
import HTTP

// How this service's refusals read to a client (RFC 9457). Each is thrown by a rule and rendered once, here.

extension ConversationRule.Refusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .alone:
            Problem.invalid([.init("participantIds", "names nobody but yourself")])
        case .tooMany(let most):
            Problem.invalid([.init("participantIds", "a conversation has at most \(most) participants, yourself included")])
        case .notAllowed:
            Problem(
                .forbidden, "participants-not-allowed", title: "Not with these participants",
                detail: "A patient writes to providers; a provider to providers, and to one patient whom they share an appointment or a conversation with.")
        case .locked:
            Problem.conflict("conversation-closed", title: "The conversation is closed", detail: "A provider in it can reopen it.")
        case .onlyProviders:
            Problem.forbidden("Only a provider closes or reopens a conversation.")
        case .patientErased:
            Problem.conflict("patient-erased", title: "The patient's account was erased", detail: "The conversation stays closed.")
        }
    }
}

/// The client used an id for two different messages.
struct ClientIDReused: ProblemConvertible {
    var problem: Problem {
        Problem(
            .unprocessableEntity, "client-id-reused", title: "This clientId belongs to another message",
            detail: "Give each message a new one, such as a UUID; a retry repeats conversation and content unchanged.")
    }
}

extension Problem {
    static var tooManyUnusedFiles: Problem {
        Problem.conflict(
            "too-many-unused-files", title: "Too many files wait for a message",
            detail: "At most \(UploadAttachment.mostUnused) may; send the messages that they are for. Files that no message takes are removed after a day.")
    }

    static func attachmentNotUsable(_ field: String) -> Problem {
        Problem.invalid([.init(field, "must be a file of that kind that you uploaded and no message has used yet")])
    }
}
