import ArgumentParser
import CareClient
import CareModels
import Foundation

struct Chat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the conversations, or write in one: each line that is typed is a message.",
        discussion: """
            What is typed without a network is kept and goes when it is back; care chat may be ended meanwhile. What the server does not take is shown with a ✗ \
            and its reason, and stays until --retry or --drop.
            """)
    @OptionGroup var device: Device
    @Argument(help: "The conversation's number in the list that was shown last.") var number: Int?
    @Option(help: "Begin one with the provider of this name instead.") var with: String?
    @Option(help: "Says it with this file first.") var file: String?
    @Flag(help: "Sends once more what was not taken.") var retry = false
    @Flag(help: "Takes back what was not taken.") var drop = false
    @Option(help: "Stays so many seconds after the end of the input (Ctrl-D), to see answers.") var linger: Double = 0

    func validate() throws {
        if !(0...86_400).contains(linger) { throw ValidationError("--linger is from 0 to 86400 seconds") }
        if retry, drop { throw ValidationError("--retry and --drop exclude each other") }
        if number != nil, with != nil { throw ValidationError("a number is of a conversation that there is, --with begins one") }
        // Who lists them would take it for done.
        if file != nil || retry || drop, number == nil, with == nil { throw ValidationError("--file, --retry and --drop are for one conversation: care chat 1") }
    }

    func run() async throws {
        try await telling {
            let care = try await device.care(isLive: true)
            if let with {
                guard let provider = try await care.scheduling.providers(named: with, limit: 1).first else { throw Nothing("Nobody is called so.") }
                try await talk(care, try await care.messaging.startConversation(with: [provider.id]))
            } else {
                let all = try await care.messaging.conversations().current().items
                let shown = try ListShown(of: .conversations, device)
                if let number {
                    guard let conversation = try shown.find(number, in: all, by: \.id.description) else {
                        throw Nothing("There is no number \(number) now: care chat")
                    }
                    try await talk(care, conversation)
                } else {
                    Terminal.list(all.map { Self.line($0, care.session.userID) })
                    if all.isEmpty { Terminal.say("No conversation yet: care chat --with NAME") }
                    try shown.keep(all.map(\.id.description))
                }
            }
            await care.close()
        }
    }

    private static func line(_ conversation: Messaging.Conversation, _ me: UserID?) -> String {
        let new = conversation.unreadCount > 0 ? " (\(conversation.unreadCount) new)" : ""
        return "\(conversation.title ?? others(conversation, me))\(new)  \(conversation.preview)"
    }

    private static func others(_ conversation: Messaging.Conversation, _ me: UserID?) -> String {
        let names = conversation.participants.filter { $0.userId != me }.compactMap(\.fullName)
        return names.isEmpty ? "nobody that is known" : names.joined(separator: ", ")
    }

    private func send(_ path: String, _ care: CareClient, to conversation: ConversationID) async throws {
        let file = URL(fileURLWithPath: path)
        let kind: Messaging.FileKind =
            switch file.pathExtension.lowercased() {
            case "jpg", "jpeg", "png", "webp", "heic": .image
            case "mp4", "mov": .video
            case "mp3", "m4a", "ogg": .audio
            default: .document
            }
        try await care.messaging.send(Terminal.contents(of: path), named: file.lastPathComponent, as: kind, to: conversation)
    }

    /// Shows what is said, from the disk at once and then as it comes, and sends what is typed, until the input ends.
    private func talk(_ care: CareClient, _ conversation: Messaging.Conversation) async throws {
        Terminal.say("With \(Self.others(conversation, care.session.userID)). Each line is a message; Ctrl-D ends.")
        if retry || drop { try await settleRefused(care, conversation.id) }
        let showing = Task { await Self.showMessages(care, conversation) }
        let beside = Task { await Self.showBeside(care, conversation) }
        if let file { try await send(file, care, to: conversation.id) }
        for await line in Terminal.lines() where !line.isEmpty {
            try await care.messaging.send(.text(line), to: conversation.id)
            // In another terminal the person may have logged in again.
            if case .expired = care.session.state { await care.refresh() }
        }
        try await Task.sleep(for: .seconds(linger))
        let last = try await settled(care, conversation.id)
        showing.cancel()
        beside.cancel()
        await beside.value
        // What has come of it since it was shown.
        var shown = await showing.value
        for line in shown.news(of: last) { Terminal.say(line) }
    }

    /// What was typed last may be on its way; without a network it stays there.
    private func settled(_ care: CareClient, _ conversation: ConversationID) async throws -> [Messaging.Message] {
        let latest = ContinuousClock.now + .seconds(3)
        while true {
            let messages = try await care.messaging.messages(in: conversation).current().items
            let isWaiting = messages.contains { $0.delivery == .sending || $0.delivery == .toBeSent }
            if !isWaiting || ContinuousClock.now > latest { return messages }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func settleRefused(_ care: CareClient, _ conversation: ConversationID) async throws {
        for message in try await care.messaging.messages(in: conversation).current().items.reversed() {
            guard case .failed = message.delivery else { continue }
            if retry {
                try await care.messaging.retry(message)
            } else if try await care.messaging.cancel(message) {
                Terminal.say("  (taken back: \(Transcript.words(of: message)))")
            }
        }
    }

    private static func showBeside(_ care: CareClient, _ conversation: Messaging.Conversation) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await showConnection(care) }
            group.addTask { await showTyping(care, conversation) }
        }
    }

    /// Until it is cancelled. Returns what was shown by then.
    private static func showMessages(_ care: CareClient, _ conversation: Messaging.Conversation) async -> Transcript {
        var shown = Transcript(conversation, me: care.session.userID)
        var hasEnded = false
        do {
            for try await messages in care.messaging.messages(in: conversation.id) {
                for line in shown.news(of: messages.data.items) { Terminal.say(line) }
                if messages.isDataFresh { try? await care.messaging.markSeen(conversation.id) }
                if messages.refreshingState == .failed(.expired), !hasEnded {
                    hasEnded = true
                    Terminal.say("  (the session has ended: what is typed is kept, and goes after care login)")
                }
            }
        } catch {
            if !Task.isCancelled { Terminal.say(Wording.of(error)) }
        }
        return shown
    }

    /// Once when it is gone, and once when it is back.
    private static func showConnection(_ care: CareClient) async {
        var isAway = false
        for await state in care.connectionStates {
            switch state {
            case .disconnected where !isAway:
                isAway = true
                Terminal.say("  (no network: what is typed is kept, and goes when it is back)")
            case .connected where isAway:
                isAway = false
                Terminal.say("  (the network is back)")
            default: break
            }
        }
    }

    private static func showTyping(_ care: CareClient, _ conversation: Messaging.Conversation) async {
        var before: Set<UserID> = []
        for await people in await care.messaging.typing(in: conversation.id) {
            for person in people.subtracting(before) where person != care.session.userID { Terminal.say("  (\(name(person, conversation)) is typing)") }
            before = people
        }
    }

    private static func name(_ person: UserID, _ conversation: Messaging.Conversation) -> String {
        conversation.participants.first { $0.userId == person }?.fullName ?? "somebody"
    }
}
