import CareModels
import Foundation
import Postgres

/// A person, as Auth keeps them.
struct UserRecord: Equatable, Sendable {
    var id: UserID
    var username: String
    var role: Role
    var passwordHash: String
    var title: String?
    var specialty: String?
    var otherSpecialties: [String] = []
    var practice: String?
    var languages: [String] = []
    var fullName: String?
    var avatarURL: String?
    var email: String?
    /// When they proved that it is theirs.
    var emailVerifiedAt: Date?
    var timeZone: String?
    var nameParts = NameParts()
    var details = PersonalDetails()
    /// An operator set the password: nobody is logged in with it before they have set their own.
    var mustChangePassword = false
    /// Until when they can do so with it.
    var passwordEndsAt: Date?
    var suspension: Suspension?
    /// When it is erased, where its person has asked for that.
    var eraseAt: Date?
    /// Of a provider whether somebody has seen that they are one; true of everybody else.
    var isVerified = true
    /// Without anybody's having seen it.
    var isVerifiedByDefault = true
    /// Of what was said of their licence, by whomever.
    var verificationRevision = 1
    /// Of those that count (`Factors`).
    var hasSecondFactor = false
    /// Of events.
    var version: Int
    /// Of what the account shows of itself.
    var revision = 1
    var createdAt: Date
    var updatedAt: Date

    init(_ registration: Registration, id: UserID, passwordHash: String, now: Date) {
        self.id = id
        username = registration.username
        role = registration.role
        self.passwordHash = passwordHash
        specialty = registration.specialty
        otherSpecialties = registration.otherSpecialties
        fullName = registration.fullName
        email = registration.email
        timeZone = registration.timeZone
        version = 1
        createdAt = now
        updatedAt = now
    }

    init(_ row: Row) throws {
        id = try row["id"]
        username = try row["username"]
        role = try row["role"]
        passwordHash = try row["password_hash"]
        title = try row["title"]
        specialty = try row["specialty"]
        otherSpecialties = try Specialty.others(row["other_specialties"], beside: specialty)
        practice = try row["practice"]
        languages = try row["languages"]
        fullName = try row["full_name"]
        avatarURL = try row["avatar_url"]
        email = try row["email"]
        emailVerifiedAt = try row["email_verified_at"]
        timeZone = try row["time_zone"]
        nameParts = try NameParts(
            given: row["given_name"], middle: row["middle_name"], family: row["family_name"], nickname: row["nickname"])
        details = try PersonalDetails(
            profileURL: row["profile_url"], websiteURL: row["website_url"], gender: row["gender"], birthdate: row["birthdate"])
        mustChangePassword = try row["must_change_password"]
        passwordEndsAt = try row["password_ends_at"]
        suspension = try Suspension(row)
        eraseAt = try row["erase_at"]
        isVerified = try row["is_verified"]
        isVerifiedByDefault = try row["verified_by_default"]
        verificationRevision = try row["verification_revision"]
        hasSecondFactor = try row["has_second_factor"]
        version = try row["version"]
        revision = try row["revision"]
        createdAt = try row["created_at"]
        updatedAt = try row["updated_at"]
    }

    /// One that they have shown to be theirs.
    var provenAddress: String? { emailVerifiedAt == nil ? nil : email }

    /// Where mails go. Nil also for an address that was taken before it was looked at more closely.
    var mailAddress: MailAddress? { email.flatMap { try? MailAddress($0) } }

    var registered: UserRegistered {
        UserRegistered(
            userId: id, version: version, username: username, role: role, fullName: fullName, avatarUrl: avatarURL,
            specialty: specialty, specialties: given(specialties), timeZone: timeZone, registeredAt: createdAt, verified: verified)
    }

    var updated: UserUpdated {
        UserUpdated(
            userId: id, version: version, username: username, role: role, title: title, fullName: fullName, avatarUrl: avatarURL, specialty: specialty,
            specialties: given(specialties), practice: practice, languages: given(languages), timeZone: timeZone, updatedAt: updatedAt, verified: verified)
    }

    var snapshot: UserSnapshot {
        UserSnapshot(
            userId: id, version: version, username: username, role: role, fullName: fullName, avatarUrl: avatarURL, specialty: specialty,
            specialties: given(specialties), timeZone: timeZone, registeredAt: createdAt, title: title, practice: practice, languages: given(languages),
            verified: verified)
    }

    /// Nil of whom nobody asks.
    var verified: Bool? { role == .provider ? isVerified : nil }

    /// The main one first.
    var specialties: [String] { [specialty].compactMap { $0 } + otherSpecialties }

    /// Who has named none says nothing.
    private func given(_ names: [String]) -> [String]? { names.isEmpty ? nil : names }

    var profile: Profile {
        get {
            Profile(
                title: title, fullName: fullName, specialty: specialty, otherSpecialties: otherSpecialties, practice: practice, languages: languages,
                timeZone: timeZone, nameParts: nameParts, details: details)
        }
        set {
            title = newValue.title
            fullName = newValue.fullName
            specialty = newValue.specialty
            otherSpecialties = newValue.otherSpecialties
            practice = newValue.practice
            languages = newValue.languages
            timeZone = newValue.timeZone
            nameParts = newValue.nameParts
            details = newValue.details
        }
    }
}

extension PostgresReader {
    func user(_ id: UserID) async throws -> UserRecord? {
        try await first("SELECT * FROM users WHERE id = \(id)").map { try UserRecord($0) }
    }
}

extension PostgresRunner {
    /// By normalized name.
    func user(named username: String) async throws -> UserRecord? {
        try await first("SELECT * FROM users WHERE lower(username) = \(username)").map { try UserRecord($0) }
    }

    /// By proven address in lower case, in the order of ids, in which they may be locked.
    func users(withProvenEmail address: String, limit: Int) async throws -> [UserID] {
        try await query(
            "SELECT id FROM users WHERE lower(email) = \(address) AND email_verified_at IS NOT NULL ORDER BY id LIMIT \(limit)"
        ).map { try $0["id"] }
    }
}

extension Transaction {
    /// The user, locked until the commit; every change of an account begins here, so that its events keep their order.
    func lockedUser(_ id: UserID) async throws -> UserRecord? {
        try await first("SELECT * FROM users WHERE id = \(id) FOR UPDATE").map { try UserRecord($0) }
    }

    /// Those whose picture is none of ours, locked; whom somebody else has in hand comes later.
    func lockedUsersWithForeignPicture(limit: Int) async throws -> [UserRecord] {
        try await query(
            """
            SELECT * FROM users WHERE avatar_url IS NOT NULL AND avatar_url NOT LIKE ('%/users/' || id::text || '/avatar')
            ORDER BY id LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
        ).map { try UserRecord($0) }
    }

    /// Of whose several specialties the last event says one, since the release before has published it; whom somebody else has in hand comes later.
    func lockedUsersWithUntoldSpecialties(limit: Int) async throws -> [UserRecord] {
        try await query(
            """
            SELECT * FROM users WHERE other_specialties <> '{}' AND specialties_version <> version ORDER BY id LIMIT \(limit) FOR UPDATE SKIP LOCKED
            """
        ).map { try UserRecord($0) }
    }

    /// False when the username is taken.
    func insert(_ user: UserRecord) async throws -> Bool {
        let rows = try await execute(
            """
            INSERT INTO users (id, username, role, password_hash, must_change_password, password_ends_at, specialty, other_specialties, full_name, email,
                               time_zone, is_verified, verified_by_default, version, specialties_version, created_at, updated_at, search_name, search_version)
            VALUES (\(user.id), \(user.username), \(user.role), \(user.passwordHash), \(user.mustChangePassword), \(user.passwordEndsAt),
                    \(user.specialty), \(user.otherSpecialties)::text[], \(user.fullName),
                    \(user.email), \(user.timeZone), \(user.isVerified), \(user.isVerifiedByDefault), \(user.version), \(user.version), \(user.createdAt),
                    \(user.updatedAt), \(user.searchName)::text, \(user.version))
            ON CONFLICT (lower(username)) DO NOTHING
            """)
        return rows == 1
    }

    /// Only while the hash is still the one that was verified.
    func setPasswordHash(_ hash: String, of id: UserID, replacing old: String, now: Date) async throws {
        try await execute(
            "UPDATE users SET password_hash = \(hash), updated_at = \(now) WHERE id = \(id) AND password_hash = \(old)")
    }

    /// `end`: of one that an operator sets, which has to be changed until then.
    func setPassword(_ hash: String, until end: Date?, of id: UserID) async throws {
        try await execute(
            "UPDATE users SET password_hash = \(hash), must_change_password = \(end != nil), password_ends_at = \(end) WHERE id = \(id)")
    }

    func setVerifiedEmail(_ email: String, of id: UserID, now: Date) async throws {
        try await execute(
            "UPDATE users SET email = \(email), email_verified_at = \(now), revision = revision + 1, updated_at = \(now) WHERE id = \(id)")
    }

    /// What others may know of them, with the version of the event that says so.
    func saveProfile(_ user: UserRecord) async throws {
        try await execute(
            """
            UPDATE users SET title = \(user.title)::text, full_name = \(user.fullName)::text, specialty = \(user.specialty)::text,
                other_specialties = \(user.otherSpecialties)::text[], specialties_version = \(user.version), practice = \(user.practice)::text,
                avatar_url = \(user.avatarURL)::text, languages = \(user.languages)::text[], time_zone = \(user.timeZone)::text,
                given_name = \(user.nameParts.given)::text, middle_name = \(user.nameParts.middle)::text, family_name = \(user.nameParts.family)::text,
                nickname = \(user.nameParts.nickname)::text, profile_url = \(user.details.profileURL)::text, website_url = \(user.details.websiteURL)::text,
                gender = \(user.details.gender)::text, birthdate = \(user.details.birthdate)::text,
                version = \(user.version), revision = \(user.revision), updated_at = \(user.updatedAt),
                search_name = \(user.searchName)::text, search_version = \(user.version)
            WHERE id = \(user.id)
            """)
    }

    func setRole(_ role: Role, of id: UserID) async throws {
        try await execute("UPDATE users SET role = \(role) WHERE id = \(id)")
    }

    func deleteUser(_ id: UserID) async throws {
        try await execute("DELETE FROM users WHERE id = \(id)")
    }
}
