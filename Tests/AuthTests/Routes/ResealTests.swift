import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import AuthService
@testable import Outbox
@testable import Sealing

/// After a master key was replaced, in one turn of each sweep: everything, however much there is, and what does not open holds up nothing.
@Suite(.timeLimit(.minutes(3))) struct ResealTests {
    enum Kind: String, CaseIterable, Sendable {
        case factors, mails
        case licences = "provider_verifications"

        func job(_ dependencies: Dependencies) -> Job {
            switch self {
            case .factors: .resealFactors(dependencies)
            case .mails: .resealMails(dependencies)
            case .licences: .resealLicences(dependencies)
            }
        }

        fileprivate func insert(_ user: UserID, _ masters: MasterKeys, _ now: Date, _ tx: Transaction) async throws {
            switch self {
            case .factors: try await tx.insert(FactorRecord(.totp, secret: [1, 2, 3], of: user, id: FactorID(.v7()), masters: masters, now: now))
            case .mails:
                let mail = Mail(address: try MailAddress("ada@example.org"), subject: "subject", text: "text")
                try await tx.insert(MailRecord(mail, to: user, id: .v7(), until: now + 3600, masters: masters, now: now))
            case .licences:
                try await tx.save(VerificationRecord("MB-1", of: user, by: nil, actor: nil, id: .v7(), masters: masters, now: now))
            }
        }

        fileprivate var sealed: String {
            switch self {
            case .factors: "sealed_secret"
            case .mails: "sealed_mail"
            case .licences: "sealed_licence"
            }
        }
    }

    /// More than a batch of each.
    private static let (broken, good) = (210, 220)

    @Test(arguments: Kind.allCases) func oneTurnSealsAllAnew(_ kind: Kind) async throws {
        let next = MasterKeys(current: Array(repeating: 7, count: 32), earlier: [World.masterKey])
        try await World.run({ $0.masterKeys = next }) { world in
            try await Self.fill(kind, world)
            let runner = JobRunner([kind.job(world.dependencies)], pool: world.pool, now: world.dependencies.now)
            try await runner.ensureSweeps()
            world.clock.advance(31)
            try await runner.fireDue()
            let current = next.current.id
            #expect(try await world.count("SELECT count(*) FROM \(unescaped: kind.rawValue) WHERE master_key_id = \(current)") == Self.good)
            #expect(try await world.count("SELECT count(*) FROM \(unescaped: kind.rawValue)") == Self.good + Self.broken)
        }
    }

    /// The first of them do not open.
    private static func fill(_ kind: Kind, _ world: World) async throws {
        let before = MasterKeys(current: World.masterKey)
        try await world.pool.transaction { tx in
            // Whose they are is of no importance here.
            try await tx.execute("SET LOCAL session_replication_role = replica")
            for _ in 0..<broken { try await kind.insert(UserID(.v7()), before, world.clock.now, tx) }
            try await tx.execute("UPDATE \(unescaped: kind.rawValue) SET \(unescaped: kind.sealed) = '\\x00'")
            for _ in 0..<good { try await kind.insert(UserID(.v7()), before, world.clock.now, tx) }
        }
    }
}
