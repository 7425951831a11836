import CareModels
import CareService
import HTTP

/// Messaging's table of contents. Who takes part in what is checked in the handlers.
func routes(_ dependencies: Dependencies, _ verifier: TokenVerifier) -> [Route] {
    let perMinute = dependencies.settings.messagesPerMinute
    func limit() -> CallerLimiter { CallerLimiter(perMinute: perMinute) }
    let messages = limit()
    let all =
        conversationRoutes(dependencies, messages) + activityRoutes(dependencies, activities: limit(), typing: limit())
        + messageRoutes(dependencies, messages) + blockRoutes(dependencies) + attachmentRoutes(dependencies)
        + streamRoutes(dependencies, verifier) + notificationRoutes(dependencies)
    return all.changingInTurn()
}

private let read = Access.roles(.patient, .provider).scope("messages:read")
private let write = Access.roles(.patient, .provider).scope("messages:write")
private let page: Set<String> = ["limit", "after"]
private let small = 64 << 10

/// `messages`: how many of one person are taken, whichever way they come.
private func conversationRoutes(_ dependencies: Dependencies, _ messages: CallerLimiter) -> [Route] {
    [
        .post(
            "/conversations", write, bodyLimit: MessageBody.mostBytes, operation: "createConversation",
            CreateConversation(dependencies: dependencies).handle
        )
        .limited(by: messages),
        .get(
            "/conversations", read, query: page.union(["left"]), operation: "listConversations",
            ListConversations(dependencies: dependencies).handle
        ).fromStandby(),
        .get(
            "/conversations/:id", read, operation: "getConversation",
            ShowConversation(dependencies: dependencies).handle),
        .put(
            "/conversations/:id/seen", write, bodyLimit: 1024, operation: "setSeen",
            SetSeen(dependencies: dependencies).handle)
    ]
}

/// What is done in a conversation beside writing, and undone, over and over if somebody likes: each time all others are told, and it stays in their feeds. Typing
/// is told to those who are connected, and counted by itself.
private func activityRoutes(_ dependencies: Dependencies, activities: CallerLimiter, typing: CallerLimiter) -> [Route] {
    [
        .patch(
            "/conversations/:id", write, bodyLimit: small, operation: "changeConversation",
            ChangeConversation(dependencies: dependencies).handle
        )
        .limited(by: activities),
        .post(
            "/conversations/:id/participants", write, bodyLimit: small, operation: "addParticipant",
            AddParticipant(dependencies: dependencies).handle
        )
        .limited(by: activities),
        .delete(
            "/conversations/:id/participants/:userId", write, operation: "leaveConversation",
            LeaveConversation(dependencies: dependencies).handle
        )
        .limited(by: activities),
        .delete(
            "/conversations/:id/invitations/:userId", write, operation: "declineInvitation",
            DeclineInvitation(dependencies: dependencies).handle
        )
        .limited(by: activities),
        .put(
            "/conversations/:id/typing", write, bodyLimit: 1024, operation: "setTyping",
            SetTyping(dependencies: dependencies).handle
        )
        .limited(by: typing)
    ]
}

private func messageRoutes(_ dependencies: Dependencies, _ messages: CallerLimiter) -> [Route] {
    [
        .get(
            "/conversations/:id/items", read, query: page, operation: "listItems",
            ListItems(dependencies: dependencies).handle
        ).fromStandby(),
        .post(
            "/conversations/:id/messages", write, bodyLimit: MessageBody.mostBytes, operation: "sendMessage",
            SendMessage(dependencies: dependencies).handle
        )
        .limited(by: messages)
        .listed(at: "/conversations/{id}/items"),
        .post(
            "/conversations/:id/messages/batch", write, bodyLimit: SendMessages.mostBytes, operation: "sendMessages",
            SendMessages(dependencies: dependencies, limit: messages).handle),
        .delete(
            "/messages/:id", write, operation: "deleteMessage",
            DeleteMessage(dependencies: dependencies).handle)
    ]
}

private func blockRoutes(_ dependencies: Dependencies) -> [Route] {
    [
        .get(
            "/blocks", read, query: page, operation: "listBlocks",
            ListBlocks(dependencies: dependencies).handle
        ).fromStandby(),
        .put(
            "/blocks/:userId", write, bodyLimit: 0, operation: "addBlock",
            AddBlock(dependencies: dependencies).handle),
        .delete(
            "/blocks/:userId", write, operation: "removeBlock",
            RemoveBlock(dependencies: dependencies).handle)
    ]
}

private func attachmentRoutes(_ dependencies: Dependencies) -> [Route] {
    let uploads = CallerLimiter(burst: 30, every: .seconds(2))
    return [
        .post(
            "/attachments", write, bodyLimit: dependencies.settings.attachmentLimit + small, operation: "uploadAttachment",
            UploadAttachment(dependencies: dependencies).handle
        )
        .streamed().heavy().limited(by: uploads),
        .get(
            "/attachments/:id", read, operation: "getAttachment",
            ShowAttachment(dependencies: dependencies).handle),
        .get(
            "/attachments/:id/content", .anyone, query: DownloadAttachment.query, operation: "downloadAttachment",
            DownloadAttachment(dependencies: dependencies).handle
        ).computing()
    ]
}

/// The feed, and its live tail.
private func streamRoutes(_ dependencies: Dependencies, _ verifier: TokenVerifier) -> [Route] {
    let tickets = CallerLimiter(burst: 30, every: .seconds(2))
    let streams = StreamServer(dependencies: dependencies, verifier: verifier)
    let callers = StreamCallers(dependencies: dependencies, verifier: verifier, access: read)
    return [
        .post(
            "/stream/tickets", read, bodyLimit: 0, operation: "createStreamTicket",
            IssueTicket(dependencies: dependencies).handle
        )
        .limited(by: tickets),
        .get(
            "/stream", read.orOtherProof(), query: ["ticket"], operation: "openStream",
            OpenStream(dependencies: dependencies, callers: callers, streams: streams).handle),
        .get(
            "/feed", read.orOtherProof(), query: ["limit", "after", "epoch", "ticket"], operation: "listFeed",
            ListFeed(
                dependencies: dependencies,
                events: OpenEventStream(dependencies: dependencies, callers: callers, streams: streams)
            ).handle
        ).fromStandby()
    ]
}

private func notificationRoutes(_ dependencies: Dependencies) -> [Route] {
    [
        .get(
            "/notifications", read, query: page.union(["unread"]), operation: "listNotifications",
            ListNotifications(dependencies: dependencies).handle
        ).fromStandby(),
        .put(
            "/notifications/read", write, bodyLimit: 1024, operation: "readAllNotifications",
            ReadAllNotifications(dependencies: dependencies).handle),
        .put(
            "/notifications/:id/read", write, bodyLimit: 0, operation: "readNotification",
            ReadNotification(dependencies: dependencies).handle)
    ]
}
