import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import MessagingService

typealias World = ServiceWorld<Dependencies>

/// Its clock goes on, since streams wait by it.
extension World {
    static var masterKeys: MasterKeys { MasterKeys(current: [UInt8](repeating: 7, count: 32)) }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }
    static var origin: String { "https://app.test" }

    static func run(
        size: Int = 10, writesAtOnce: Int = 1000, verifier: TokenVerifier = TestIssuer.verifier(), thumbnailer: Thumbnailer = Thumbnailer(),
        _ adjust: (inout MessagingSettings) -> Void = { _ in }, _ body: (World) async throws -> Void
    ) async throws {
        let clock = TestClock.running()
        var settings = MessagingSettings()
        // The quotas have tests of their own.
        settings.messagesPerMinute = 1_000_000
        settings.storage.limitWhenNew = settings.storage.limit
        adjust(&settings)
        try await run(
            schema, clock, size: size, verifier: { _ in verifier }, origins: .only(origin), writesAtOnce: writesAtOnce,
            dependencies: { pool in
                var made = Dependencies(pool: pool, masterKeys: masterKeys, settings: settings, now: { clock.now }, tokenClock: { clock.now })
                made.thumbnailer = thumbnailer
                return made
            },
            routes: { routes($0, verifier) }, body)
    }

    func passTime(_ seconds: TimeInterval) { clock.advance(seconds) }

    // MARK: People

    typealias Member = Person

    static var everyScope: String { "messages:read messages:write" }

    static func token(
        _ id: UserID, _ role: Role, scope: String = everyScope, session: SessionID? = nil, lifetime: TimeInterval = 600
    ) throws -> String {
        try TestIssuer.token(id, role, scope: scope, session: session, lifetime: lifetime)
    }

    /// A person whom Messaging has heard of.
    func member(_ role: Role, fullName: String? = nil) async throws -> Member {
        let id = UserID(.v7())
        let event = UserRegistered(id, role, fullName: fullName, at: dependencies.moment())
        try await pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
        return Member(id: id, token: try Self.token(id, role))
    }

    func erase(_ member: Member) async throws {
        let event = UserDeleted(userId: member.id, version: 2, deletedAt: dependencies.moment())
        try await pool.transaction { try await OnUserDeleted(dependencies: dependencies).handle(event, $0) }
    }

    // MARK: What other services tell

    @discardableResult
    func tell(_ news: AppointmentNews, _ tx: Transaction) async throws -> StreamNews {
        try await TellOfAppointment(now: dependencies.moment, newID: dependencies.newID)(news, tx).0
    }

    @discardableResult
    func notify(
        _ kind: NotificationKind, subject: UUID, _ details: NotificationDetails, patient: UserID, _ tx: Transaction
    ) async throws -> StreamNews {
        try await NotifyPatient(now: dependencies.moment, newID: dependencies.newID)(kind, subject: subject, details, patient: patient, tx)
    }

    // MARK: Requests

    /// A conversation of these two, begun by the first.
    func converse(_ starter: Member, _ others: Member..., text: String? = "Hello", title: String? = nil) async throws -> ConversationBody {
        let ids = others.map { "\"\($0.id)\"" }.joined(separator: ",")
        let message = text.map { #","initialMessage":{"clientId":"\#(UUID())","content":{"text":"\#($0)"}}"# } ?? ""
        let name = title.map { #","title":"\#($0)""# } ?? ""
        let answer = try await send(.POST, "/conversations", starter, #"{"participantIds":[\#(ids)]\#(name)\#(message)}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.conversation
    }

    func say(
        _ text: String, _ author: Member, in conversation: ConversationID, clientId: String = UUID().uuidString, replyToId: MessageID? = nil
    ) async throws -> Answer {
        let reply = replyToId.map { #","replyToId":"\#($0)""# } ?? ""
        return try await send(
            .POST, "/conversations/\(conversation)/messages", author, #"{"clientId":"\#(clientId)","content":{"text":"\#(text)"}\#(reply)}"#)
    }

    func upload(
        _ bytes: [UInt8], _ owner: Member, name: String = "file.bin", field: String = "file", key: String? = nil, boundary: String = "----careline-test"
    ) async throws -> Answer {
        var body = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: text/plain\r\n\r\n".utf8)
        body += bytes
        body += Array("\r\n--\(boundary)--\r\n".utf8)
        var headers: HTTPHeaders = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
        if let key { headers.add(name: "Idempotency-Key", value: key) }
        return try await send(.POST, "/attachments", owner, body, headers: headers)
    }

    /// Entries that nobody reads.
    func fillFeeds(of members: [Member], entries: Int) async throws {
        try await pool.withConnection { connection in
            for member in members {
                try await connection.execute(
                    "INSERT INTO feeds (user_id, sequence) VALUES (\(member.id), \(entries)) ON CONFLICT (user_id) DO UPDATE SET sequence = \(entries)")
                try await connection.execute(
                    "INSERT INTO feed_entries (user_id, sequence, kind, created_at) SELECT \(member.id), n, 'conversation', now() FROM generate_series(1, \(entries)::int) n"
                )
            }
            try await connection.execute("ANALYZE feed_entries")
        }
    }

    func feed(_ member: Member, after: Int = 0, limit: Int = 200) async throws -> FeedBody {
        try await get("/feed?after=\(after)&limit=\(limit)", member).decode()
    }

    /// The whole of it, page by page.
    func wholeFeed(_ member: Member) async throws -> [FeedBody.Entry] {
        var entries: [FeedBody.Entry] = []
        var after = 0
        while true {
            let page = try await feed(member, after: after)
            entries += page.items
            guard let next = page.nextCursor.flatMap({ Int($0) }) else { return entries }
            after = next
        }
    }

    /// A stream after its hello.
    func stream(_ member: Member, headers: [String: String] = [:]) async throws -> (socket: RawWebSocket, hello: FrameBody) {
        var headers = headers
        headers["Authorization"] = "Bearer \(member.token)"
        let socket = try await RawWebSocket.connect(port: server.port, path: "/stream", headers: headers)
        #expect(socket.status == 101, "\(socket.head)")
        return (socket, try await FrameBody.read(socket))
    }

    // MARK: What was written

    func events(of subject: UUID) async throws -> [String] { try await pool.emitted(about: subject).map { "\($0.type) \($0.version)" } }
}

extension Answer {
    var item: ItemBody { get throws { try decode() } }
    var conversation: ConversationBody { get throws { try decode() } }
    var attachment: AttachmentBody { get throws { try decode() } }
}
