import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing

/// `POST /conversations`: begins one, mostly with its first message. The same `clientId` again returns the first result.
struct CreateConversation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var title: String?
        var participantIds: [UserID]?
        var initialMessage: MessageBody?
    }

    private struct Wish {
        var title: String?
        var others: [UserID]
        var message: CheckedMessage?
    }

    func handle(_ request: Request) async throws -> Response {
        let starter = try request.identity.user()
        let role = request.identity.role
        let wish = try wish(request.decode(Body.self), starter)
        do {
            return try await begin(wish, by: starter, role, request)
        } catch is ClientIDReused {
            // Two of the same at once: this one has lost, and finds what the other made.
            return try await begin(wish, by: starter, role, request)
        }
    }

    private func begin(_ wish: Wish, by starter: UserID, _ role: Role, _ request: Request) async throws -> Response {
        try await dependencies.pool.idempotent(request) { tx in
            let (id, isNew) = try await create(wish, by: starter, role, tx)
            guard let view = try await dependencies.conversationReader.view(id, for: starter, tx) else { throw Problem.notFound("conversation") }
            return try .json(view, status: isNew ? .created : .ok, headers: ["Location": "/conversations/\(id)"])
        }
    }

    private func wish(_ body: Body, _ starter: UserID) throws -> Wish {
        var validation = Validation()
        let title = validation.text(body.title, "title", most: 200)
        let message = body.initialMessage.flatMap { $0.checked(&validation, prefix: "initialMessage.") }
        validation.check(body.initialMessage?.replyTo == nil, "initialMessage.replyTo", "has nothing to reply to")
        let others = Set(body.participantIds ?? []).subtracting([starter])
        validation.check(body.participantIds != nil, "participantIds", "is required")
        validation.check((body.participantIds?.count ?? 0) <= 100, "participantIds", "has at most \(ConversationRule.mostParticipants) users")
        try validation.done()
        return Wish(title: title, others: others.sorted(), message: message)
    }

    private func create(_ wish: Wish, by starter: UserID, _ role: Role, _ tx: Transaction) async throws -> (ConversationID, isNew: Bool) {
        if let message = wish.message, let earlier = try await tx.item(of: starter, clientId: message.clientId) {
            guard earlier.sequence == 1 else { throw ClientIDReused() }
            if let content = try await dependencies.itemReader.content(of: earlier, tx), content != message.content { throw ClientIDReused() }
            return (earlier.conversationId, false)
        }
        let now = dependencies.now()
        let patient = try await patient(of: wish, starter, role, tx)
        let participants = [starter] + wish.others
        let providers = participants.filter { $0 != patient }
        if let patient { try await tx.relate(providers, patient: patient) }
        var conversation = LockedConversation(id: ConversationID(dependencies.newID()), patientId: patient, participantIds: participants)
        var title: Sealed?
        if let text = wish.title {
            let key = try await dependencies.keys.forWriting(conversation.keyOwner(author: starter), tx)
            title = Sealed(bytes: try key.seal(text, at: ConversationReader.titlePlace(conversation.id)), of: key.person)
        }
        try await tx.insert(conversation, title: title, by: starter, newID: dependencies.newID, now: now)
        if let patient, providers.count == 1 { try await tx.setConversation(conversation.id, ofProvider: providers[0], patient: patient) }

        var drafts = FeedDraft.all(participants, .conversation, conversation: conversation.id)
        var events: [any CareEvent] = [
            ConversationCreated(conversationId: conversation.id, version: 1, participantIds: participants, createdBy: starter, createdAt: now)
        ]
        if let message = wish.message {
            let posting = Posting(dependencies: dependencies)
            guard case .sent(let item) = try await posting.post(message, by: starter, in: conversation, now: now, tx) else { throw ClientIDReused() }
            conversation.itemSequence = item.sequence
            drafts += FeedDraft.all(participants, .item, conversation: conversation.id, item: item.id)
            events += [Posting.event(of: item)].compactMap { $0 }
        }
        try await tx.publish(drafts, events, now: now, hub: dependencies.hub)
        return (conversation.id, true)
    }

    /// The caller's token says who they are, should their own event not have come yet.
    private func patient(of wish: Wish, _ starter: UserID, _ role: Role, _ tx: Transaction) async throws -> UserID? {
        try await tx.admit(starter, as: role)
        let people = try await tx.lockPeople([starter] + wish.others)
        guard let own = people[starter], !own.isErased else { throw PersonErased() }
        let related = try await tx.patients(of: starter, among: wish.others)
        return try ConversationRule.start(by: own, with: wish.others.map { people[$0] }, related: related)
    }
}
