import CareModels
import Foundation
import Testing

@testable import CareClient

/// Two people talk, each with an app of their own, over a network that comes and goes.
@Suite(.timeLimit(.minutes(3))) struct ConversationStory {
    @Test func theyHearEachOtherLive() async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            try await patient.run { jo in
                try await provider.run { amara in
                    for care in [jo, amara] { for await state in care.connectionStates where state == .connected { break } }
                    let conversation = try await jo.messaging.startConversation(with: [provider.id], first: .text("My heel hurts."))

                    let inbox = try await first(amara.messaging.conversations()) { $0.data.items.first?.unreadCount == 1 }
                    #expect(inbox.data.items.first?.preview == "My heel hurts.")
                    let answers = amara.messaging.messages(in: conversation.id)
                    _ = try await first(answers) { $0.data.items.contains { $0.content?.text == "My heel hurts." } }

                    // Watched before it comes, so that only the live stream can bring it.
                    let messages = jo.messaging.messages(in: conversation.id)
                    _ = try await first(messages) { $0.isDataFresh }
                    async let heard = first(messages) { $0.isDataFresh && $0.data.items.contains { $0.content?.text == "Since when?" } }
                    try await amara.messaging.send(.text("Since when?"), to: conversation.id)
                    _ = try await heard

                    try await jo.messaging.markSeen(conversation.id)
                    _ = try await first(amara.messaging.conversations()) { watched in
                        guard let shown = watched.data.items.first, let last = shown.lastMessage?.sequence else { return false }
                        return shown.participants.contains { $0.userId == patient.id && $0.seenSequence == last }
                    }
                }
            }
        }
    }

    /// Where a network blocks WebSockets, and where it holds back streams too.
    @Test(arguments: [false, true]) func theyHearEachOtherWhereSocketsAreBlocked(streamsToo: Bool) async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            try await patient.run(over: BlockingTransport(blocksStreams: streamsToo)) { jo in
                for await state in jo.connectionStates where state == .connected { break }
                try await provider.run { amara in
                    let conversation = try await jo.messaging.startConversation(with: [provider.id], first: .text("My heel hurts."))
                    let messages = jo.messaging.messages(in: conversation.id)
                    _ = try await first(messages) { $0.isDataFresh }
                    async let heard = first(messages) { $0.isDataFresh && $0.data.items.contains { $0.content?.text == "Since when?" } }
                    try await amara.messaging.send(.text("Since when?"), to: conversation.id)
                    _ = try await heard
                }
            }
        }
    }

    @Test func whatWasSaidWithoutANetworkArrivesOnceAndInOrder() async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            let conversation = try await patient.run { jo in
                let begun = try await jo.messaging.startConversation(with: [provider.id], first: .text("0"))
                _ = try await first(jo.messaging.messages(in: begun.id)) { $0.isDataFresh }
                return begun.id
            }
            // Nobody listens there.
            try await patient.run(at: 1) { jo in
                for number in 1...20 { try await jo.messaging.send(.text("\(number)"), to: conversation) }
                let shown = try await first(jo.messaging.messages(in: conversation)) { $0.data.items.count == 21 }
                #expect(shown.data.items.last?.content == .text("0") && shown.data.items.first?.content == .text("20"))
                #expect(shown.data.items.dropLast().allSatisfy { $0.delivery != .sent })
            }
            try await patient.run { jo in
                _ = try await first(jo.messaging.messages(in: conversation)) { $0.data.items.count == 21 && $0.data.items.allSatisfy { $0.delivery == .sent } }
            }
            try await provider.run { amara in
                let found = try await first(amara.messaging.messages(in: conversation)) { $0.isDataFresh }
                #expect(found.data.items.reversed().compactMap { $0.content?.text } == (0...20).map { "\($0)" })
            }
        }
    }

    /// What the other says while the mark waits for a network was seen by nobody.
    @Test func whatWasSeenWithoutANetworkIsSeenUpToThen() async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            let conversation = try await patient.run { jo in
                try await jo.messaging.startConversation(with: [provider.id], first: .text("My heel hurts.")).id
            }
            func say(_ text: String) async throws {
                try await provider.run { amara in
                    try await amara.messaging.send(.text(text), to: conversation)
                    _ = try await first(amara.messaging.messages(in: conversation)) { shown in
                        shown.data.items.contains { $0.content?.text == text && $0.delivery == .sent }
                    }
                }
            }
            try await say("Since when?")
            try await patient.run { jo in
                _ = try await first(jo.messaging.messages(in: conversation)) { $0.isDataFresh && $0.data.items.contains { $0.content?.text == "Since when?" } }
            }
            // Nobody listens there.
            try await patient.run(at: 1) { jo in try await jo.messaging.markSeen(conversation) }
            try await say("Can you walk?")
            try await patient.run { jo in
                _ = try await first(jo.messaging.conversations()) { $0.isDataFresh && $0.data.items.first?.unreadCount == 1 }
            }
        }
    }

    /// Begun on a train, with a letter that is brought up when there is a network.
    @Test func theyBeginWithoutANetworkAndSendALetter() async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            try await patient.run(at: 1) { jo in
                try await jo.messaging.begin(with: [provider.id], title: "Heel", first: .text("My heel hurts."))
                let waiting = try await first(jo.messaging.beginnings()) { $0.data.count == 1 }
                #expect(waiting.data[0].title == "Heel" && waiting.data[0].delivery != .sent)
            }
            let letter = Data("%PDF-1.7\n".utf8) + Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }) + Data("\n%%EOF\n".utf8)
            let conversation = try await patient.run { jo in
                _ = try await first(jo.messaging.beginnings()) { $0.data.isEmpty }
                let inbox = try await first(jo.messaging.conversations()) { $0.data.items.count == 1 }
                #expect(inbox.data.items[0].preview == "My heel hurts." && inbox.data.items[0].title == "Heel")
                let sent = Locked<[Int]>([])
                let place = FileManager.default.temporaryDirectory.appendingPathComponent("care-letter-\(UUID().uuidString).pdf")
                defer { try? FileManager.default.removeItem(at: place) }
                try letter.write(to: place)
                let file = try await jo.messaging.upload(file: place, named: "letter.pdf") { progress in sent.withLock { $0.append(progress.done) } }
                #expect(file.size == letter.count && file.contentType == "application/pdf" && file.fileName == "letter.pdf")
                #expect(sent.withLock { $0.last } == letter.count && sent.withLock { $0 } == sent.withLock { $0.sorted() })
                let id = inbox.data.items[0].id
                try await jo.messaging.send(.document(.init(file.id, caption: "The referral")), to: id)
                _ = try await first(jo.messaging.messages(in: id)) { $0.data.items.count == 2 && $0.data.items.allSatisfy { $0.delivery == .sent } }
                return id
            }
            try await provider.run { amara in
                let found = try await first(amara.messaging.messages(in: conversation)) { $0.isDataFresh && $0.data.items.count == 2 }
                guard case .document(let media) = found.data.items[0].content else {
                    Issue.record("\(found.data.items)")
                    return
                }
                #expect(media.caption == "The referral" && media.size == letter.count)
                #expect(try await amara.messaging.download(media.attachmentId) == letter)
            }
        }
    }

    /// All of it on a train: the beginning, what is said after it, and in a conversation that there is a letter with its words.
    @Test func whatIsGivenWithItsFileWithoutANetworkArrivesOnceAndInOrder() async throws {
        try await StoryWorld.run { story in
            let patient = try await story.person(.patient, "Jo Tremblay")
            let provider = try await story.person(.provider, "Amara Okafor")
            defer { [patient, provider].forEach { $0.forget() } }
            let letter = Data("%PDF-1.7\n".utf8) + Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }) + Data("\n%%EOF\n".utf8)
            let known = try await patient.run { jo in
                let begun = try await jo.messaging.startConversation(with: [provider.id], title: "Known", first: .text("Hello"))
                _ = try await first(jo.messaging.messages(in: begun.id)) { $0.isDataFresh }
                return begun.id
            }
            try await patient.run(at: 1) { jo in
                let beginning = try await jo.messaging.begin(with: [provider.id], title: "Heel", first: .text("My heel hurts."))
                for text in ["Since Monday.", "Should I come by?"] { try await jo.messaging.send(.text(text), to: beginning) }
                try await jo.messaging.send(letter, named: "again.pdf", as: .document, caption: "Again", to: beginning)
                try await jo.messaging.begin(with: [provider.id], title: "Letter", first: letter, named: "first.pdf", as: .document, caption: "At once")
                try await jo.messaging.send(.text("The letter:"), to: known)
                let given = try await jo.messaging.send(letter, named: "letter.pdf", as: .document, caption: "The referral", to: known)
                try await jo.messaging.send(.text("That was it."), to: known)
                let shown = try await first(jo.messaging.messages(in: known)) { $0.data.items.count == 4 }
                #expect(shown.data.items.prefix(3).allSatisfy { $0.delivery != .sent })
                let waiting = try #require(given.content?.media)
                #expect(try await jo.messaging.download(waiting.attachmentId) == letter)
                #expect(try await first(jo.messaging.beginnings()) { $0.data.first?.messages.count == 3 }.data.count == 2)
            }
            let heel = try await patient.run { jo in
                _ = try await first(jo.messaging.messages(in: known)) { $0.data.items.count == 4 && $0.data.items.allSatisfy { $0.delivery == .sent } }
                let inbox = try await first(jo.messaging.conversations()) { inbox in
                    inbox.data.items.contains { $0.title == "Heel" && $0.lastMessage?.content?.media?.caption == "Again" }
                        && inbox.data.items.contains { $0.title == "Letter" }
                }
                let letters = try #require(inbox.data.items.first { $0.title == "Letter" }).id
                let said = try await first(jo.messaging.messages(in: letters)) { $0.isDataFresh && $0.data.items.count == 1 }.data.items[0]
                let media = try #require(said.content?.media)
                #expect(media.caption == "At once" && media.fileName == "first.pdf" && media.size == letter.count)
                #expect(try await jo.messaging.download(media.attachmentId) == letter)
                return try #require(inbox.data.items.first { $0.title == "Heel" }).id
            }
            try await provider.run { amara in
                let said = try await first(amara.messaging.messages(in: heel)) { $0.isDataFresh && $0.data.items.count == 4 }
                #expect(
                    said.data.items.reversed().map { $0.content?.text ?? $0.content?.media?.caption } == [
                        "My heel hurts.", "Since Monday.", "Should I come by?", "Again"
                    ])
                let found = try await first(amara.messaging.messages(in: known)) { $0.isDataFresh && $0.data.items.count == 4 }.data.items
                #expect(found.reversed().map { $0.content?.text ?? $0.content?.media?.caption } == ["Hello", "The letter:", "The referral", "That was it."])
                let media = try #require(found[1].content?.media)
                #expect(media.contentType == "application/pdf" && media.size == letter.count && media.fileName == "letter.pdf")
                let place = FileManager.default.temporaryDirectory.appendingPathComponent("care-letter-\(UUID().uuidString).pdf")
                defer { try? FileManager.default.removeItem(at: place) }
                try await amara.messaging.download(media.attachmentId, to: place)
                #expect(try Data(contentsOf: place) == letter)
            }
        }
    }
}
