import CareModels
import CareService
import Crypto
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import Testing
import TestKit

@testable import MessagingService

/// Messaging's routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
final class World: Sendable {
    let pool: PostgresPool
    let dependencies: Dependencies
    let server: HTTPServer
    /// The server's own.
    let verifier = World.verifier()
    private let client = HTTPClient(mostConnections: 250, mostBytes: 256 << 20)
    private let clock: Clock

    private static let issuer = "http://issuer.test"
    private static let (privateKey, webKey) = {
        let key = P256.Signing.PrivateKey()
        return ([UInt8](key.rawRepresentation), JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation)))
    }()
    static let masterKeys = MasterKeys(current: [UInt8](repeating: 7, count: 32))

    private final class Clock: Sendable {
        let offset = Mutex<TimeInterval>(0)
    }

    private init(_ pool: PostgresPool, _ settings: MessagingSettings) {
        self.pool = pool
        let clock = Clock()
        self.clock = clock
        dependencies = Dependencies(
            pool: pool, masterKeys: Self.masterKeys, settings: settings, clock: { Date().addingTimeInterval(clock.offset.withLock { $0 }) })
        server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies, verifier), verifier: verifier)
    }

    static let schema = (Migration.kit + migrations).map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
    static let origin = "https://app.test"

    static func run(
        size: Int = 10, _ adjust: (inout MessagingSettings) -> Void = { _ in }, _ body: (World) async throws -> Void
    ) async throws {
        Log.level = .error
        var settings = MessagingSettings()
        settings.origins = [origin]
        adjust(&settings)
        try await TestKit.withPool(migrations: schema, size: size, leaseDeadline: .seconds(60)) { pool in
            let world = World(pool, settings)
            try await world.server.start()
            do {
                try await body(world)
            } catch {
                await world.server.drain(within: .seconds(1))
                throw error
            }
            await world.server.drain(within: .seconds(1))
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

    static func verifier() -> TokenVerifier { TokenVerifier(issuer: issuer, audience: "careline") { [webKey] } }

    static func token(
        _ id: UserID, _ role: Role, scope: String = everyScope, session: SessionID? = nil, lifetime: TimeInterval = 600
    ) throws -> String {
        let now = Date()
        let claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: id.description, clientID: "test", role: role, sid: session, scope: scope,
            jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(lifetime))
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey)
    }

    /// A person whom Messaging has heard of.
    func member(_ role: Role, fullName: String? = nil) async throws -> Member {
        let id = UserID(.v7())
        let event = UserRegistered(
            userId: id, version: 1, username: "user-\(id)", role: role, fullName: fullName, avatarUrl: nil, providerSpecialty: nil, timeZone: nil,
            registeredAt: dependencies.now())
        try await pool.transaction { try await OnUserRegistered.handle(event, $0) }
        return Member(id: id, token: try Self.token(id, role), role: role)
    }

    func erase(_ member: Member) async throws {
        let event = UserDeleted(userId: member.id, version: 2, deletedAt: dependencies.now())
        try await pool.transaction { try await OnUserDeleted(dependencies: dependencies).handle(event, $0) }
    }

    // MARK: Requests

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }
        var problem: ProblemBody { get throws { try decode() } }
        var item: ItemBody { get throws { try decode() } }
        var conversation: ConversationBody { get throws { try decode() } }
        var attachment: AttachmentBody { get throws { try decode() } }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Member?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if body != nil { headers.add(name: "Content-Type", value: "application/json") }
        return try await send(method, path, caller, bytes: Array((body ?? "").utf8), headers: headers)
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Member?, bytes: [UInt8], headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if let caller { headers.add(name: "Authorization", value: "Bearer \(caller.token)") }
        let url = "http://127.0.0.1:\(server.port)\(path)"
        let response = try await client.send(method, url, headers: headers, body: bytes, deadline: .seconds(120))
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
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

    func count(_ sql: SQL) async throws -> Int {
        try await pool.withConnection { connection in
            let row = try await connection.first(sql)
            return try row?["count"] ?? 0
        }
    }

    func events(of subject: UUID) async throws -> [String] {
        try await pool.withConnection { connection in
            let rows = try await connection.query("SELECT type, version FROM outbox WHERE subject = \(subject) ORDER BY position")
            return try rows.map { row in
                let (type, version): (String, Int) = (try row["type"], try row["version"])
                return "\(type) \(version)"
            }
        }
    }
}
