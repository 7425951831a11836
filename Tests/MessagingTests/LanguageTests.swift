import CareModels
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import MessagingService

/// Titles and previews in the language of whoever reads them; what people write stays as it is.
@Suite struct LanguageTests {
    private static let french: HTTPHeaders = ["Accept-Language": "fr-CH, en;q=0.5"]

    private func booked(_ world: World, _ patient: UserID, _ provider: UserID) async throws {
        let (id, start) = (AppointmentID(.v7()), world.dependencies.moment().addingTimeInterval(86_400))
        let event = AppointmentBooked(
            appointmentId: id, version: 1, patientId: patient, providerId: provider, startTime: start, endTime: start.addingTimeInterval(1800))
        try await world.pool.transaction { tx in world.dependencies.tell(try await world.tell(AppointmentNews(event), tx), after: tx) }
    }

    @Test(arguments: [("fr-CH, en;q=0.5", "fr", "Rendez-vous pris"), ("en", "en", "Appointment booked"), ("de", "en", "Appointment booked")])
    func aNotificationIsTitledInTheReadersLanguage(_ wish: String, _ tag: String, _ title: String) async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            try await booked(world, patient.id, provider.id)
            let headers: HTTPHeaders = ["Accept-Language": wish]
            let answer = try await world.get("/notifications", patient, headers: headers)
            let notifications: PageBody<NotificationBody> = try answer.decode()
            #expect(notifications.items.map(\.title) == [title] && notifications.items.map(\.kind) == ["appointment.booked"])
            #expect(answer.headers.first(name: "Content-Language") == tag && answer.headers["Vary"].contains("Accept-Language"))
            let conversations: PageBody<ConversationBody> = try await world.get("/conversations", patient, headers: headers).decode()
            #expect(conversations.items.map(\.preview) == [title])
            let feed = try await world.get("/feed", patient, headers: headers)
            #expect(feed.text.contains(#""title":"\#(title)""#) && feed.headers.first(name: "Content-Language") == tag)
        }
    }

    @Test func everyTitleAndPreviewIsFrenchToo() {
        let titles = NotificationKind.allCases.map(\.title)
        let previews = NotificationKind.allCases.map { Preview.line(ItemDetails(event: $0.rawValue)) }
        #expect((titles + previews).flatMap { $0.missing(in: .french) } == [])
        #expect(Set(titles.map { $0.string(in: .french) }).count == titles.count)
    }

    @Test func whatPeopleWriteIsNotTranslated() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let made = try await world.converse(patient, provider, text: nil)
            _ = try await world.say("Appointment booked", patient, in: made.id)
            let shown = try await world.get("/conversations/\(made.id)", provider, headers: Self.french).conversation
            #expect(shown.preview == "Appointment booked")
        }
    }

    /// The tag is of the words, and a write takes it in whichever language it was got.
    @Test func aConversationReadInFrenchIsChangedByItsTag() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            try await booked(world, patient.id, provider.id)
            let list: PageBody<ConversationBody> = try await world.get("/conversations", patient).decode()
            let path = "/conversations/\(try #require(list.items.first).id)"
            let english = try #require(try await world.get(path, provider).tag)
            let french = try #require(try await world.get(path, provider, headers: Self.french).tag)
            #expect(english != french)
            let changed = try await world.send(.PATCH, path, provider, #"{"closed":true}"#, headers: ["If-Match": french])
            #expect(changed.status == 200)
        }
    }

    /// Of the request that opens it, or that took its ticket: a browser's WebSocket sends what the page's own language is.
    @Test func aStreamSpeaksTheLanguageItWasOpenedIn() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let (direct, _) = try await world.stream(patient, headers: ["Accept-Language": "fr"])
            let ticket: TicketBody = try await world.send(.POST, "/stream/tickets", patient, headers: Self.french).decode()
            let ticketed = try await RawWebSocket.connect(port: world.server.port, path: "/stream?ticket=\(ticket.ticket)", headers: ["Accept-Language": "en"])
            #expect(try await FrameBody.read(ticketed).type == "hello")
            let (english, _) = try await world.stream(patient, headers: ["Accept-Language": "de"])
            for socket in [direct, ticketed, english] {
                try await socket.send(#"{"type":"resume"}"#)
                #expect(try await FrameBody.read(socket).type == "resumed")
            }
            try await booked(world, patient.id, provider.id)
            for (socket, title) in [(direct, "Rendez-vous pris"), (ticketed, "Rendez-vous pris"), (english, "Appointment booked")] {
                var titles: [String] = []
                while titles.isEmpty { titles = try await FrameBody.read(socket).entries?.compactMap(\.notification?.title) ?? [] }
                #expect(titles == [title])
            }
        }
    }

    @Test func serverSentEventsSpeakItToo() async throws {
        try await World.run { world in
            let (patient, provider) = (try await world.member(.patient), try await world.member(.provider))
            let headers = ["Authorization": "Bearer \(patient.token)", "Accept-Language": "fr"]
            let source = try await RawEventSource.open(port: world.server.port, headers: headers)
            #expect(source.status == 200 && source.headers["content-language"] == "fr")
            try await booked(world, patient.id, provider.id)
            var title: String?
            while title == nil {
                let event = try #require(try await source.next())
                let frame = try CareJSON.decode(FrameBody.self, from: Data(event.data.utf8))
                title = frame.entries?.compactMap(\.notification?.title).first
            }
            #expect(title == "Rendez-vous pris")
        }
    }

    @Test(arguments: [("fr~abc.a2lk", Language.french, "kid"), ("en~abc.a2lk", .english, "kid"), ("abc.a2lk", .english, "kid"), ("xx~abc.a2lk", .english, "kid")])
    func aTicketNamesItsLanguageAndItsKey(_ ticket: String, _ language: Language, _ key: String) {
        #expect(IssueTicket.language(ticket) == language && IssueTicket.keyID(ticket) == key)
    }
}
