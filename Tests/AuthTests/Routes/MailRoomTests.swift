import CareModels
import Foundation
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

/// Mails wait in the database until they have gone.
@Suite struct MailRoomTests {
    private static let minute: TimeInterval = 60

    private static func withFolder<R>(_ body: (String) async throws -> R) async throws -> R {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mails-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    /// Mails to `person`, whose subjects are numbers.
    private static func post(_ count: Int, to person: UserID, on world: World, for seconds: TimeInterval = 3600) async throws {
        let post = PostMail(masters: world.dependencies.masters, now: { world.clock.now }, newID: { UUID() })
        let deadline = world.clock.now.addingTimeInterval(seconds)
        for number in 1...count {
            let mail = Mail(address: try MailAddress("ada@example.org"), subject: "mail \(number)", text: "Grüße\n")
            try await world.pool.transaction { tx in try await post(mail, to: person, until: deadline, tx) }
        }
    }

    private static func waiting(_ world: World) async throws -> Int { try await world.count("SELECT count(*) FROM mails") }

    private static func files(_ folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func aMailGoesOnceAndNothingOfItIsKept() async throws {
        try await Self.withFolder { folder in
            try await World.run({ $0.mail.outlet = .folder(folder) }) { world in
                let person = try await world.signUp("ada").id
                try await Self.post(1, to: person, on: world)
                let sealed = try await world.pool.withConnection { try await $0.first("SELECT sealed_mail FROM mails") }
                let bytes: [UInt8] = try #require(try sealed?["sealed_mail"])
                #expect(!String(decoding: bytes, as: UTF8.self).contains("example.org"))

                let room = ErrandRunner(MailRoom(world.dependencies))
                #expect(try await room.runDue() == 1)
                #expect(try await room.runDue() == 0)
                let names = try Self.files(folder)
                #expect(names.count == 1 && names[0].hasSuffix(".eml"))
                let path = "\(folder)/\(names[0])"
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(text.contains("\r\nTo: <ada@example.org>\r\n") && text.contains("\r\nSubject: mail 1\r\n") && text.hasSuffix("Gr=C3=BC=C3=9Fe\r\n"))
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                #expect(try await Self.waiting(world) == 0)
            }
        }
    }

    @Test func roomsAtOnceShareWhatWaits() async throws {
        try await Self.withFolder { folder in
            try await World.run({ $0.mail.outlet = .folder(folder) }) { world in
                try await Self.post(20, to: try await world.signUp("ada").id, on: world)
                let sent = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            try await ErrandRunner(MailRoom(world.dependencies)).runDue()
                        }
                    }
                    return try await group.reduce(0, +)
                }
                // Twenty tries in all: none was made by two.
                #expect(sent == 20)
                #expect(try Self.files(folder).count == 20)
            }
        }
    }

    @Test func whileNobodyTakesItAMailWaitsAndIsThenGivenUp() async throws {
        // Nobody listens there.
        let away = SMTPServer(host: "127.0.0.1", port: 1, encryption: .none)
        try await World.run({ $0.mail.outlet = .server(away) }) { world in
            try await Self.post(1, to: try await world.signUp("ada").id, on: world, for: 35)
            let room = ErrandRunner(MailRoom(world.dependencies))
            for wait: TimeInterval in [10, 20] {
                #expect(try await room.runDue() == 1)
                #expect(try await Self.waiting(world) == 1)
                world.clock.advance(wait - 1)
                #expect(try await room.runDue() == 0)
                world.clock.advance(1)
            }
            // The next try would be after the deadline.
            #expect(try await room.runDue() == 1)
            #expect(try await Self.waiting(world) == 0)
        }
    }

    @Test func aMailThatNobodyWantsAnyMoreIsNotSent() async throws {
        try await Self.withFolder { folder in
            try await World.run({ $0.mail.outlet = .folder(folder) }) { world in
                let person = try await world.signUp("ada")
                try await Self.post(1, to: person.id, on: world, for: Self.minute)
                world.clock.advance(Self.minute)
                #expect(try await ErrandRunner(MailRoom(world.dependencies)).runDue() == 0)
                #expect(try await Self.waiting(world) == 0)
                try await Self.post(1, to: person.id, on: world)
                let token = try await world.logIn("ada").accessToken
                #expect(try await world.send(.DELETE, "/users/\(person.id)", token: token).status == 204)
                #expect(try await ErrandRunner(MailRoom(world.dependencies)).runDue() == 0)
                #expect(try Self.files(folder) == [])
                #expect(try await Self.waiting(world) == 0)
            }
        }
    }

    @Test func whoDiesWithAMailInHandLeavesItToOthers() async throws {
        try await Self.withFolder { folder in
            try await World.run({ $0.mail.outlet = .folder(folder) }) { world in
                try await Self.post(1, to: try await world.signUp("ada").id, on: world)
                let lease = LeaseMail(now: { world.clock.now })
                let outcome = try await world.pool.transaction { tx in try await lease(tx) }
                guard case .leased = outcome else {
                    Issue.record("nothing is leased")
                    return
                }
                let room = ErrandRunner(MailRoom(world.dependencies))
                #expect(try await room.runDue() == 0)
                world.clock.advance(Retry.lease)
                #expect(try await room.runDue() == 1)
                #expect(try Self.files(folder).count == 1)
            }
        }
    }

    @Test func mailsAreSealedAnew() async throws {
        try await World.run { world in
            try await Self.post(1, to: try await world.signUp("ada").id, on: world)
            let next = MasterKeys(current: Array(repeating: 7, count: 32), earlier: [World.masterKey])
            let reseal = ResealMails(masters: next)
            #expect(try await world.pool.transaction { tx in try await reseal(after: nil, tx) } == nil)
            let id = next.current.id
            #expect(try await world.count("SELECT count(*) FROM mails WHERE master_key_id = \(id)") == 1)
            let lease = LeaseMail(now: { world.clock.now })
            let outcome = try await world.pool.transaction { tx in try await lease(tx) }
            guard case .leased(let record) = outcome else {
                Issue.record("nothing is leased")
                return
            }
            #expect(try record.mail(MasterKeys(current: Array(repeating: 7, count: 32))).subject == "mail 1")
        }
    }
}
