import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import Sealing
import ServiceTestKit
import Synchronization
import TestKit
import Testing

@testable import MessagingService

/// Messaging's routes over a real database and real HTTP, with a clock that tests set ahead and tokens signed by a key of theirs.
struct World: Sendable {
    let pool: PostgresPool
    let dependencies: Dependencies
    let server: HTTPServer
    /// The server's own.
    let verifier: TokenVerifier
    private let clock: Clock
    private let client: ServiceClient

    static let masterKeys = MasterKeys(current: [UInt8](repeating: 7, count: 32))

    private final class Clock: Sendable {
        let offset = Mutex<TimeInterval>(0)
        var now: Date { Date().addingTimeInterval(offset.withLock { $0 }) }
    }

    static let schema = TestKit.schema(migrations)
    static let origin = "https://app.test"

    static func run(
        size: Int = 10, verifier: TokenVerifier = TestIssuer.verifier(), _ adjust: (inout MessagingSettings) -> Void = { _ in }, _ body: (World) async throws -> Void
    ) async throws {
        var settings = MessagingSettings()
        settings.origins = [origin]
        // The quotas have tests of their own.
        settings.messagesPerMinute = 1_000_000
        settings.storage.limitWhenNew = settings.storage.limit
        adjust(&settings)
        let adjusted = settings
        try await TestKit.withPool(migrations: schema, size: size, leaseDeadline: .seconds(60)) { pool in
            let clock = Clock()
            let dependencies = Dependencies(pool: pool, masterKeys: masterKeys, settings: adjusted, clock: { clock.now })
            try await TestKit.withRoutes(routes(dependencies, verifier), verifier: verifier) { server in
                let client = ServiceClient(port: server.port, mostBytes: 256 << 20, deadline: .seconds(120))
                try await body(World(pool: pool, dependencies: dependencies, server: server, verifier: verifier, clock: clock, client: client))
            }
        }
    }

    /// The service's clock goes ahead.
    func passTime(_ seconds: TimeInterval) { clock.offset.withLock { $0 += seconds } }

    // MARK: People

    struct Member: Sendable {
        var id: UserID
        var token: String
        var role: Role
    }

    static let everyScope = "messages:read messages:write"

    static func token(
        _ id: UserID, _ role: Role, scope: String = everyScope, session: SessionID? = nil, lifetime: TimeInterval = 600
    ) throws -> String {
        try TestIssuer.token(id, role, scope: scope, session: session, lifetime: lifetime)
    }

    /// A person whom Messaging has heard of.
    func member(_ role: Role, fullName: String? = nil) async throws -> Member {
        let id = UserID(.v7())
        let event = UserRegistered(
            userId: id, version: 1, username: "user-\(id)", role: role, fullName: fullName, avatarUrl: nil, providerSpecialty: nil, timeZone: nil,
            registeredAt: dependencies.now())
        try await pool.transaction { try await OnUserRegistered().handle(event, $0) }
        return Member(id: id, token: try Self.token(id, role), role: role)
    }

    func erase(_ member: Member) async throws {
        let event = UserDeleted(userId: member.id, version: 2, deletedAt: dependencies.now())
        try await pool.transaction { try await OnUserDeleted(dependencies: dependencies).handle(event, $0) }
    }

    // MARK: What other services tell

    @discardableResult
    func tell(_ news: AppointmentNews, _ tx: Transaction) async throws -> StreamNews {
        try await TellOfAppointment(now: dependencies.now, newID: dependencies.newID)(news, tx)
    }

    @discardableResult
    func notify(
        _ kind: NotificationKind, subject: UUID, _ details: NotificationDetails, patient: UserID, _ tx: Transaction
    ) async throws -> StreamNews {
        try await NotifyPatient(now: dependencies.now, newID: dependencies.newID)(kind, subject: subject, details, patient: patient, tx)
    }

    // MARK: Requests

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Member?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        try await client.send(method, path, token: caller?.token, body.map { Array($0.utf8) }, headers: headers)
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Member?, bytes: [UInt8], headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        try await client.send(method, path, token: caller?.token, bytes, headers: headers)
    }

    func get(_ path: String, _ caller: Member?) async throws -> Answer { try await send(.GET, path, caller) }

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
        _ text: String, _ author: Member, in conversation: ConversationID, clientId: String = UUID().uuidString, replyTo: MessageID? = nil
    ) async throws -> Answer {
        let reply = replyTo.map { #","replyTo":"\#($0)""# } ?? ""
        return try await send(
            .POST, "/conversations/\(conversation)/messages", author, #"{"clientId":"\#(clientId)","content":{"text":"\#(text)"}\#(reply)}"#)
    }

    func upload(_ bytes: [UInt8], _ owner: Member, name: String = "file.bin", field: String = "file") async throws -> Answer {
        let boundary = "----careline-test"
        var body = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: text/plain\r\n\r\n".utf8)
        body += bytes
        body += Array("\r\n--\(boundary)--\r\n".utf8)
        return try await send(.POST, "/attachments", owner, bytes: body, headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"])
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

    func count(_ sql: SQL) async throws -> Int { try await pool.count(sql) }

    func events(of subject: UUID) async throws -> [String] { try await pool.emitted(about: subject).map { "\($0.type) \($0.version)" } }
}

extension Answer {
    var item: ItemBody { get throws { try decode() } }
    var conversation: ConversationBody { get throws { try decode() } }
    var attachment: AttachmentBody { get throws { try decode() } }
}
