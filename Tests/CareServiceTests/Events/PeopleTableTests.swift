import CareModels
import Foundation
import Postgres
import Testing

@testable import Outbox

/// What every service that keeps people holds to, whichever columns it keeps of them.
@Suite struct PeopleTableTests {
    private static let table = PeopleTable(
        "known", id: "person_id", version: "person_version", following: ["name_version"], alsoErased: ["notes"],
        [
            .init("role") { "\($0.role.rawValue)" },
            .init("name") { "\($0.fullName)::text" },
            .init("languages", erased: "'{}'") { "\($0.languages)::text[]" },
            .isVerified()
        ])

    private static func run(_ body: (PostgresPool) async throws -> Void) async throws {
        try await Kit.withDatabase { pool, _ in
            try await pool.withConnection {
                try await $0.execute(
                    """
                    CREATE TABLE known (person_id uuid PRIMARY KEY, person_version bigint NOT NULL, role text, name text, languages text[] NOT NULL DEFAULT '{}',
                        is_verified boolean NOT NULL DEFAULT true, name_version bigint NOT NULL DEFAULT -1, notes text, erased_at timestamptz)
                    """)
            }
            try await body(pool)
        }
    }

    private static func profile(_ id: UserID, _ version: Int, _ name: String?, isVerified: Bool? = nil) -> PublicProfile {
        PublicProfile(
            UserUpdated(
                userId: id, version: version, username: "user", role: .provider, title: nil, fullName: name, avatarUrl: nil, specialty: nil, practice: nil,
                languages: ["fr"], timeZone: nil, updatedAt: Date(epochSeconds: 0), verified: isVerified))
    }

    /// As the row has it.
    private static func row(_ id: UserID, _ pool: PostgresPool) async throws -> String? {
        try await pool.withConnection {
            try await $0.first(
                """
                SELECT concat_ws(' ', person_version, name_version, coalesce(role, '-'), coalesce(name, '-'), languages, is_verified, coalesce(notes, '-'),
                    erased_at IS NOT NULL)
                FROM known WHERE person_id = \(id)
                """)?[0]
        }
    }

    @Test func theNewestEventHoldsAndSaysWhatWasMissed() async throws {
        try await Self.run { pool in
            let id = UserID(.v7())
            func project(_ version: Int, _ name: String, isVerified: Bool? = nil) async throws -> VersionStep {
                try await pool.transaction { try await $0.project(Self.profile(id, version, name, isVerified: isVerified), in: Self.table) }
            }
            let first = try await project(1, "First")
            #expect(first == .next)
            #expect(try await Self.row(id, pool) == "1 1 provider First {fr} t - f")
            #expect(try await project(4, "Fourth", isVerified: false) == .gap(missing: 2...3))
            #expect(try await project(2, "Second", isVerified: true) == .seen)
            #expect(try await project(4, "Again") == .seen)
            // An event that says nothing of it leaves it.
            #expect(try await project(5, "Fifth") == .next)
            #expect(try await Self.row(id, pool) == "5 5 provider Fifth {fr} f - f")
        }
    }

    @Test func whoeverIsMetBeforeTheirEventIsFilledByIt() async throws {
        try await Self.run { pool in
            let id = UserID(.v7())
            for _ in 0..<2 { try await pool.transaction { try await $0.admit(id, as: .patient, in: Self.table) } }
            #expect(try await Self.row(id, pool) == "0 -1 patient - {} t - f")
            #expect(try await pool.transaction { try await $0.project(Self.profile(id, 1, "First"), in: Self.table) } == .next)
            try await pool.transaction { try await $0.admit(id, as: .patient, in: Self.table) }
            #expect(try await Self.row(id, pool) == "1 1 provider First {fr} t - f")
        }
    }

    @Test func nothingComesBackOfWhoWasErased() async throws {
        try await Self.run { pool in
            let (known, unknown) = (UserID(.v7()), UserID(.v7()))
            _ = try await pool.transaction { try await $0.project(Self.profile(known, 1, "First"), in: Self.table) }
            _ = try await pool.withConnection { try await $0.execute("UPDATE known SET notes = 'A note'") }
            for (id, step) in [(known, VersionStep.gap(missing: 2...2)), (unknown, .gap(missing: 1...2))] {
                func erase() async throws -> VersionStep? {
                    try await pool.transaction { try await $0.erasePerson(id, version: 3, at: Date(epochSeconds: 0), in: Self.table) }
                }
                #expect(try await pool.withConnection { try await $0.isErased(id, in: Self.table) } == false)
                #expect(try await erase() == step)
                #expect(try await erase() == nil)
                #expect(try await pool.withConnection { try await $0.isErased(id, in: Self.table) })
                // Later ones too, which miss nothing.
                for version in [2, 3, 4, 9] {
                    #expect(try await pool.transaction { try await $0.project(Self.profile(id, version, "Late"), in: Self.table) } == .seen)
                }
                try await pool.transaction { try await $0.admit(id, as: .patient, in: Self.table) }
                #expect(try await Self.row(id, pool) == "3 3 - - {} t - t")
            }
        }
    }
}
