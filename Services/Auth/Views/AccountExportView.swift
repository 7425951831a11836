import CareModels
import Foundation
import JSON

/// What Auth knows of a person, as they download it; its audit follows, line by line.
struct AccountExportView: Encodable, Sendable {
    struct Picture: Encodable, Sendable {
        var contentType: String
        /// In base64 (RFC 4648, 4).
        var content: String
    }

    struct BrowserLogin: Encodable, Sendable {
        var device: String?
        var addressPrefix: String?
        var signedInAt: Date
        var methods: [String]
        var expiresAt: Date
    }

    struct Link: Encodable, Sendable {
        var purpose: String
        var email: String?
        var createdAt: Date
        var expiresAt: Date
    }

    struct WaitingMail: Encodable, Sendable {
        var createdAt: Date
        var attempts: Int
        var nextAttemptAt: Date
        var givenUpAt: Date
    }

    struct Membership: Encodable, Sendable {
        var organisationId: OrganisationID
        var organisationName: String
        var roles: [OrganisationRole]
        /// Those that one is in, by their names.
        var teams: [String]
        var joinedAt: Date
    }

    /// Who saw the licence is another's to tell.
    struct Verification: Encodable, Sendable {
        /// Nil for the platform.
        var organisationId: OrganisationID?
        var verifiedAt: Date
        /// Nil when the key that seals it is gone.
        var licenceNumber: String?
    }

    struct Adoption: Encodable, Sendable {
        var clientId: String
        var adoptedAt: Date
    }

    struct Line: Encodable, Sendable {
        var at: Date
        var kind: String
        var clientId: String?
        var sessionId: SessionID?
        var requestId: String?
        var reason: String?
        var occurrences: Int
        /// An operator did it, or whoever else.
        var byAnother: Bool

        init(_ line: AccountExport.Line) {
            (at, kind, clientId, sessionId) = (line.at, line.kind, line.clientID, line.sessionID)
            (requestId, reason, occurrences, byAnother) = (line.requestID, line.reason, line.occurrences, line.byAnother)
        }
    }

    /// A release that leaves something out or means another thing by it has another.
    var format = "careline.account.v1"
    var exportedAt: Date
    var account: UserView
    var suspendedAt: Date?
    var mustChangePassword: Bool
    var picture: Picture?
    var sessions: [SessionView]
    var browserLogins: [BrowserLogin]
    var apps: [ConsentedAppView]
    var factors: FactorsView
    var links: [Link]
    var waitingMails: [WaitingMail]
    var guardianships: [GuardianshipView]
    var memberships: [Membership]
    var invitations: [OwnInvitationView]
    var verifications: [Verification]
    var adoptions: [Adoption]

    init(_ export: AccountExport, current: SessionID?, at instant: Date) {
        exportedAt = instant
        account = UserView(export.user)
        suspendedAt = export.user.suspension?.since
        mustChangePassword = export.user.mustChangePassword
        picture = export.avatar.map { Picture(contentType: $0.avatar.contentType, content: Data($0.avatar.bytes).base64EncodedString()) }
        sessions = export.sessions.map { SessionView($0, current: current) }
        browserLogins = export.browsers.map {
            BrowserLogin(
                device: $0.device.name, addressPrefix: $0.device.addressPrefix, signedInAt: $0.authTime, methods: $0.context.methods, expiresAt: $0.expiresAt)
        }
        apps = export.apps.map { ConsentedAppView($0) }
        factors = FactorsView(export.factors, export.passkeys, recoveryCodesLeft: export.recoveryCodesLeft)
        links = export.links.map { Link(purpose: $0.purpose.rawValue, email: $0.email, createdAt: $0.createdAt, expiresAt: $0.expiresAt) }
        waitingMails = export.mails.map { WaitingMail(createdAt: $0.createdAt, attempts: $0.attempts, nextAttemptAt: $0.nextAt, givenUpAt: $0.deadline) }
        guardianships = export.guardianships.map { GuardianshipView($0, now: instant) }
        memberships = export.memberships.map {
            Membership(organisationId: $0.organisation, organisationName: $0.name, roles: $0.roles.sorted(), teams: $0.teams, joinedAt: $0.joinedAt)
        }
        invitations = export.invitations.map { OwnInvitationView($0) }
        verifications = export.verifications.map {
            Verification(organisationId: $0.record.organisationID, verifiedAt: $0.record.verifiedAt, licenceNumber: $0.licence)
        }
        adoptions = export.adoptions.map { Adoption(clientId: $0.client, adoptedAt: $0.adoptedAt) }
    }
}

extension AccountExportView {
    static let ending = Array("]}".utf8)

    /// All of it up to where the lines of the audit begin.
    func opening() throws -> [UInt8] { try CareJSON.encode(self).dropLast() + Array(",\"audit\":[".utf8) }

    static func piece(of lines: [AccountExport.Line], isFirst: Bool) throws -> [UInt8] {
        let texts = try lines.map { String(decoding: try CareJSON.encode(Line($0)), as: UTF8.self) }
        return Array(((isFirst ? "" : ",") + texts.joined(separator: ",")).utf8)
    }
}
